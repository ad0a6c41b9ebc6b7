"""User interface in Flet: the app of one device, its screens, panels, views and widgets."""
