"""Invented feeds to look around with: what they say, and nothing of how it is shown."""
