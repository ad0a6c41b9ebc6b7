"""Frozen models, conditions, the form, the ledger and the contract of a game.

It imports nothing of this project. Games are written with it; the shared part works through it.
"""
