"""Drafts: unfinished work of a device, kept beyond its session."""
