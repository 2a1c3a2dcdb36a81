"""Data that moves in and out: exports, imports, lists of feeds."""
