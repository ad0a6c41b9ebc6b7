"""Screens of Blue Moon."""
