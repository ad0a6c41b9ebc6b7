"""Everything that goes beyond Flet's public API, one file each."""
