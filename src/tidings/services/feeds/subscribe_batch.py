"""Many addresses to follow, sealed as the input of a long job."""

import msgspec

from tidings.context import Context, Fetching

_PURPOSE = "addresses to follow"
_NONCE_BYTES = 12


class AddressesToFollow(msgspec.Struct, frozen=True):
    """What is to be followed, as the input of a long job."""

    urls: list[str]
    folder_id: int | None  # None: in no folder


def sealed_addresses(
    context: Context, fetching: Fetching, addresses: AddressesToFollow
) -> bytes:
    """Return addresses as the input of a long job; an address may hold a password."""
    data = msgspec.json.encode(addresses)
    return fetching.box.seal(data, _PURPOSE, context.random_bytes(_NONCE_BYTES))


def opened_addresses(fetching: Fetching, sealed: bytes) -> AddressesToFollow:
    """Return what `sealed_addresses` sealed."""
    return msgspec.json.decode(
        fetching.box.open(sealed, _PURPOSE), type=AddressesToFollow
    )
