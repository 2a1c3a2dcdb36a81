"""What readers see and do: lists, marks, counts, search."""
