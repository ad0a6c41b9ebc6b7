"""Controls that are touched."""
