"""A match from its first report on, one after the other, with what each did and by which rules."""
