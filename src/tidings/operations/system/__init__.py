"""The installation as a whole: events, long jobs, health."""
