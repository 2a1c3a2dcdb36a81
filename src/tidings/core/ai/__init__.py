"""AI: requests, tasks, calls, the ledger."""
