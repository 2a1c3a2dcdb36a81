"""The database itself: connections, transactions, upgrades, backups."""
