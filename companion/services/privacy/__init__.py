"""Hidden information: who sees what, and what others get instead."""
