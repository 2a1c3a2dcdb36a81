"""Every setting: its variable, kind, default and meaning."""
