"""Storage on the disk: stores, files, locks."""
