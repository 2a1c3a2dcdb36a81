"""Benchmarks: they print ratios against a named floor measured in the same run."""
