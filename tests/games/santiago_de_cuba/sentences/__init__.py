"""Readings of the sentences of Santiago de Cuba: what each says, on a bare table."""
