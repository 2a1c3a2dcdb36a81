"""What services and jobs have in common: check a feed, read a page, call a model."""
