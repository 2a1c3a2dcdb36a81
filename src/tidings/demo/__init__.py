"""The demo: a small newspaper of invented feeds, and an account that follows them."""
