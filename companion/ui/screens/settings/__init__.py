"""How this device is set, and what the app is."""
