"""What routes ask for: the context of this run, and what talks to strangers."""

from typing import Annotated

from fastapi import Depends, Request

from tidings.context import Context, Fetching


def get_context(request: Request) -> Context:
    """Return the context that the app was created with."""
    context: Context = request.app.state.context
    return context


def get_fetching(request: Request) -> Fetching:
    """Return what talking to strangers needs; the app was created with it."""
    fetching: Fetching = request.app.state.fetching
    return fetching


# Asynchronous, or each request would wait for a thread only to be given something.
async def _context(request: Request) -> Context:
    return get_context(request)


async def _fetching(request: Request) -> Fetching:
    return get_fetching(request)


Given = Annotated[Context, Depends(_context)]
GivenFetching = Annotated[Fetching, Depends(_fetching)]
