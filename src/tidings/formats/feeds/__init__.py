"""Feed documents of every format: bytes to entries, and entries to bytes."""
