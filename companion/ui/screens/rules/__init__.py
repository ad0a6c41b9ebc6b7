"""The rules of a game, to search and to read."""
