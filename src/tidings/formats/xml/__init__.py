"""XML as feeds write it: repaired, parsed, and its elements by name."""
