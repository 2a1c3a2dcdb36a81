"""Notifies a service manager of how the service is, by the protocol of sd_notify(3)."""

import socket
from contextlib import suppress


def notify(address: str | None, state: str) -> None:
    """Send a state such as READY=1; without a listening manager it does nothing."""
    if not address:
        return
    # A leading @ stands for Linux's abstract namespace.
    place = f"\0{address[1:]}" if address.startswith("@") else address
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as speaker:
        speaker.sendto(state.encode(), place)
