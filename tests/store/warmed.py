"""Imported once by the process that all killed ones are forked from: makes them quick."""

import tempfile
from pathlib import Path

import pytest  # noqa: F401 - every test module needs it
import sqlalchemy.dialects.postgresql.psycopg  # noqa: F401

import tidings.store.backup  # noqa: F401
from tidings.store.migrate import upgrade

with tempfile.TemporaryDirectory() as place:
    upgrade(f"sqlite:///{Path(place) / 'tidings.db'}")
