"""Readings of the sentences of Kingdom of Solomon: what each says, on a bare table."""
