"""What goes out again: published lists, deframed feeds, digests."""
