"""The native API, one module for each area."""

from fastapi import APIRouter

ROUTERS: tuple[APIRouter, ...] = ()
