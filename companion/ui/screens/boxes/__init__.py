"""Screens of the box profiles and their printed values."""
