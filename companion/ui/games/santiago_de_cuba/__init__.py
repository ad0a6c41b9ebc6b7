"""Screens of Santiago de Cuba."""
