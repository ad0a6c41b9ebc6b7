"""The scores, and what made them."""
