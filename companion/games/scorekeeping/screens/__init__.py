"""Screens of the game."""
