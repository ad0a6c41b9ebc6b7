"""Match played without the app, told afterwards."""
