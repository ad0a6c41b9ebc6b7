"""Screen of the set-up checklist."""
