"""Pages and files that a browser loads."""
