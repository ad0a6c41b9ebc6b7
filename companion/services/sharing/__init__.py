"""Access of devices: tables, seats, roles, permissions."""
