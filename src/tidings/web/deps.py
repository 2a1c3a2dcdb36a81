"""What routes ask for: the context of this run."""

from fastapi import Request

from tidings.context import Context


def get_context(request: Request) -> Context:
    """Return the context that the app was created with."""
    context: Context = request.app.state.context
    return context
