"""Urban Sprawl (Chad Jensen, GMT 2011)."""
