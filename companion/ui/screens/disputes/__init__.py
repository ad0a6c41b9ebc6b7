"""Disputes: their list, the file of one, opening and deciding one."""
