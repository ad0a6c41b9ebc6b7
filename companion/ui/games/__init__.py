"""Screens of each game, in a package of its own."""
