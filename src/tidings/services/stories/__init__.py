"""The same event as several feeds report it."""
