"""Form and interaction state."""
