"""Panels and parts that several screens open."""
