"""Readings of the sentences of Blue Moon City: what each says, on a bare table."""
