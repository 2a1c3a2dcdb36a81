"""Feeds and who follows them: checks, claims, folders, moves."""
