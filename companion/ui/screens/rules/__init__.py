"""Screens to search and read the rules of a game."""
