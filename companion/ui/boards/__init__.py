"""Interface between the screens of a match and those of a game."""
