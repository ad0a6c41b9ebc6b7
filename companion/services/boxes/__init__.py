"""Box profiles: printed values of a copy."""
