"""Report form, from the choice of an act to its last field."""
