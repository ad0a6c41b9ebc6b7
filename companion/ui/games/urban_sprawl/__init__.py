"""The screens of Urban Sprawl."""
