"""Readings of the sentences of Blue Moon: what each says, on a bare table and a diary."""
