"""Screens of a table shared by several devices: inviting, joining and taking seats."""
