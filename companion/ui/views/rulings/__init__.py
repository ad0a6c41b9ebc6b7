"""Rulings and disputes."""
