"""Settings of this device, and the about screen."""
