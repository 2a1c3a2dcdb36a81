"""The processes of `tidings serve`: supervisor, web process, worker."""
