"""A feed that never stops: one short bulletin for every quarter of an hour, and for every
hour of the day before the founding. More of them would bury all the others.

What each says follows from its number alone, so that nothing has to be remembered.
"""

from datetime import timedelta
from hashlib import sha256

import msgspec

from tidings.core.clock import micros
from tidings.samples.content import SampleEntry

_EVERY = micros(timedelta(minutes=15))
_BEFORE_FOUNDING = 1
_MOST_SHOWN = 15
_HOURS_BEFORE = 23
_AN_HOUR = 4  # in bulletins
_MINUTE = micros(timedelta(minutes=1))

_VESSELS = (
    "the steamer <i>Merganser</i>",
    "the packet <i>Skua</i>",
    "the pilot boat <i>Wagtail</i>",
    "the research ship <i>Anneke Vos</i>",
    "the coaster <i>Bjarne Holm</i>",
    "the tug <i>Halvard</i>",
    "the sail trainer <i>Swift of Sundby</i>",
    "the mail boat <i>Thrift</i>",
)
_ACTIONS = (
    ("is alongside at Old Quay", "Passengers use the eastern gangway."),
    ("has left for Sundby", "The crossing should take fifty minutes."),
    ("waits in the roads for the tide", "There will be water enough in an hour."),
    ("asks for a pilot at the Skerry buoy", "A boat is on its way out."),
    ("takes on water at Berth Three", "The fish market stays open meanwhile."),
    ("has come in ahead of the timetable", "Nobody on the quay believes it yet."),
    ("reports porpoises in the fairway", "Nine of them, one very small."),
    ("is delayed by a quarter of an hour", "The café on the pier has fresh buns."),
)
_WEATHERS = (
    "Wind south-west four, good visibility.",
    "Light airs, mist lifting from the sound.",
    "Wind west five, showers, a choppy bar.",
    "North-easterly three, clear and cold.",
    "Wind backing south, swell from the old storm.",
    "Calm. The whole town is upside down in the harbour.",
)


def bulletins(founded_at: int, now: int) -> list[SampleEntry]:
    """Return the newest bulletins, a few of them from before the founding."""
    first = founded_at // _EVERY - _BEFORE_FOUNDING
    last = now // _EVERY
    numbers = range(max(first, last - _MOST_SHOWN), last + 1)
    newest = [_bulletin(number, founded_at) for number in numbers]
    return [*earlier_bulletins(founded_at), *newest]


def earlier_bulletins(founded_at: int) -> list[SampleEntry]:
    """Return those of the day before the founding, the newest first."""
    first = founded_at // _EVERY
    return [
        msgspec.structs.replace(
            _bulletin(first - hours * _AN_HOUR, founded_at), hours=hours
        )
        for hours in range(1, _HOURS_BEFORE + 1)
    ]


def _bulletin(number: int, founded_at: int) -> SampleEntry:
    dice = sha256(str(number).encode()).digest()
    vessel = _VESSELS[dice[0] % len(_VESSELS)]
    action, remark = _ACTIONS[dice[1] % len(_ACTIONS)]
    weather = _WEATHERS[dice[2] % len(_WEATHERS)]
    plain = vessel.replace("<i>", "").replace("</i>", "")
    return SampleEntry(
        id=f"bulletin-{number}",
        title=f"{plain[0].upper()}{plain[1:]} {action}",
        text=f"{vessel[0].upper()}{vessel[1:]} {action}. {remark}\n\n{weather}",
        minutes=(number * _EVERY - founded_at) / _MINUTE,
    )
