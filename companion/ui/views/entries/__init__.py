"""Entries of the acta."""
