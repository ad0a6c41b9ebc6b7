"""Screens of Blue Moon City."""
