"""Tidings: one self-hosted feed reader."""

__version__ = "0.1.0"
