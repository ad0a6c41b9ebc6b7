"""Last action and its consequences."""
