"""Mechanisms of the kernel that stand by themselves, held against plain models of what they say."""
