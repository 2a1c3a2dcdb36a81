"""`tidings healthcheck`: asks the server on this machine how it is."""

from tidings.cli.output import CommandFailed, say

_PATIENCE = 10.0  # seconds
_EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}


def healthcheck() -> None:
    """Check that the running server is healthy; exit code 1 if not."""
    from tidings.config import load_settings

    server = load_settings().server
    place = f"{server.host} port {server.port}"
    status = ask("/api/health", server.host, server.port, patience=_PATIENCE)
    if status is None:
        raise CommandFailed(f"Tidings does not respond on {place}.")
    if status != 200:
        raise CommandFailed(f"Tidings on {place} is not healthy: HTTP {status}.")
    say("ok")


def ask(path: str, host: str, port: int, *, patience: float) -> int | None:
    """Return the status that our own server answers with; None without an answer."""
    import http.client

    host = _EVERYWHERE.get(host, host)
    connection = http.client.HTTPConnection(host, port, timeout=patience)
    try:
        connection.request("GET", path)
        return connection.getresponse().status
    except (OSError, http.client.HTTPException):
        return None
    finally:
        connection.close()
