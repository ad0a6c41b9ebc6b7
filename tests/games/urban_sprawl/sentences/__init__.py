"""Readings of the sentences of Urban Sprawl: what each says, on a bare table."""
