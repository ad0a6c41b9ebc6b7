"""Replay of a match, step by step, with the effects and rules of each step."""
