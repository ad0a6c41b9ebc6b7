"""Ruling cards, readings, precedents, origins of numbers."""
