"""Frozen models, conditions, the form, the ledger and the contract of a game.

Imports nothing of ours. Games are written with it; the shared part works through it.
"""
