"""What a call may cost and what it did cost: tokens, caps, price."""

from dataclasses import dataclass

from tidings.core.clock import to_datetime

# Of languages in Latin letters; only estimates rest on it.
_BYTES_PER_TOKEN = 4
# What protocols add around the messages.
_OVERHEAD = 64
_MILLION = 1_000_000
_NANO = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one call."""

    tokens_in: int
    tokens_out: int

    @property
    def total(self) -> int:
        return self.tokens_in + self.tokens_out


@dataclass(frozen=True, slots=True)
class Caps:
    """The most tokens; None: no cap."""

    day: int | None = None
    month: int | None = None


@dataclass(frozen=True, slots=True)
class Prices:
    """Of a million tokens, in millionths of whatever money the provider takes."""

    tokens_in: int = 0
    tokens_out: int = 0


def most_tokens(messages: str, answer: int) -> int:
    """Return what a call can use at most: no tokenizer makes more tokens than bytes."""
    return len(messages.encode()) + _OVERHEAD + answer


def likely_usage(letters: int, answer: int) -> Usage:
    """Return the estimated use of a call, before it is made."""
    return Usage(letters // _BYTES_PER_TOKEN + _OVERHEAD, answer // 2)


def usage_without_report(messages: str, answer: str) -> Usage:
    """Return an estimate for providers that do not say what they used."""
    sent, received = len(messages.encode()), len(answer.encode())
    return Usage(sent // _BYTES_PER_TOKEN + _OVERHEAD, -(-received // _BYTES_PER_TOKEN))


def price_of(usage: Usage, prices: Prices) -> int:
    """Return the price in billionths."""
    millionths = (
        usage.tokens_in * prices.tokens_in + usage.tokens_out * prices.tokens_out
    )
    return millionths * (_NANO // _MILLION) // _MILLION


def money(billionths: int) -> float:
    """Return a price as people read it."""
    return round(billionths / _NANO, 6)


def day_of(now: int) -> str:
    """Return the day of the ledger, UTC."""
    return to_datetime(now).date().isoformat()


def month_of(now: int) -> str:
    """Return the month of the budget, UTC."""
    return day_of(now)[:7]
