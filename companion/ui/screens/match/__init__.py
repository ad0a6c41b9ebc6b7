"""Match screen: the table at a glance, and reporting."""
