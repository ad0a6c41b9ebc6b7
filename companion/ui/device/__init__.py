"""Reports of the page about its device, and its storage."""
