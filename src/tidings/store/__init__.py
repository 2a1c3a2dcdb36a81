"""SQL: plain functions that take a connection and never commit."""
