"""Taking things to another device, and what comes from there."""
