"""What feeds published: stored, changed, fetched whole, forgotten."""
