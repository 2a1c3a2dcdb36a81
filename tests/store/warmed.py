"""Imported once by the process that others are forked from: makes them quick."""

import tempfile
from pathlib import Path

import aiohttp  # noqa: F401 - like all below, what commands need
import argon2  # noqa: F401
import lxml.html  # noqa: F401
import msgspec  # noqa: F401
import nh3  # noqa: F401
import PIL.Image  # noqa: F401
import publicsuffixlist  # noqa: F401
import pydantic.type_adapter  # noqa: F401
import pytest  # noqa: F401 - every test module needs it
import sqlalchemy.dialects.postgresql.psycopg  # noqa: F401 - and tests
import structlog  # noqa: F401
import typer  # noqa: F401

import tidings.cli.main
import tidings.context
import tidings.store.engine.backup  # noqa: F401
from tidings.store.engine.migrate import upgrade

with tempfile.TemporaryDirectory() as place:
    upgrade(f"sqlite:///{Path(place) / 'tidings.db'}")
