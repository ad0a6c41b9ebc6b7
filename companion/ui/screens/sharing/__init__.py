"""One table on several devices: inviting, joining, sitting down."""
