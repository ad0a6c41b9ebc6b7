"""The table at a glance, and reporting."""
