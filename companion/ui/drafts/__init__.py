"""What is half filled in on a device, and where it outlives its session."""
