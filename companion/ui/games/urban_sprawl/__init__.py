"""Screens of Urban Sprawl."""
