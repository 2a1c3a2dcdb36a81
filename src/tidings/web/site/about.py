"""What webmasters find behind the address in our User-Agent: who fetches, how often, and
how to slow us down or stop us, with the numbers of this installation."""

from datetime import timedelta
from html import escape
from urllib.parse import quote

from fastapi import APIRouter, Request, Response

from tidings.context import Context, Fetching
from tidings.core.feeds.failures import DORMANT_AFTER
from tidings.core.feeds.host_pace import LONGEST_HOLD
from tidings.core.feeds.rhythm import STRETCH
from tidings.core.feeds.schedule import probe_wait
from tidings.core.spoken import spoken_duration
from tidings.web.deps import Given, GivenFetching
from tidings.web.site.about_words import CONTACT, DAYS, PAGE, TITLE, WITHOUT_CONTACT
from tidings.web.site.page_language import Language, page_language
from tidings.web.site.plain_page import plain_page

router = APIRouter(include_in_schema=False)

_MANY_FAILURES = 1_000
_NO_BREAK = "\N{NO-BREAK SPACE}"
_MINUTE = timedelta(minutes=1)


@router.get("/about")
async def about(request: Request, context: Given, fetching: GivenFetching) -> Response:
    """Show who fetches what from here, and how politely."""
    language = page_language(request.headers.get("accept-language", ""))
    body = PAGE[language].format(
        base_url=escape(context.server.base_url),
        contact=_contact(context, language),
        **_numbers(fetching, language),
    )
    return plain_page(language, TITLE[language], f"      {body}")


def _contact(context: Context, language: Language) -> str:
    contact = context.server.contact
    if contact is None:
        return WITHOUT_CONTACT[language]
    is_address = "://" in contact
    link = contact if is_address else f"mailto:{quote(contact, safe='@')}"
    return CONTACT[language].format(link=escape(link), shown=escape(contact))


def _numbers(fetching: Fetching, language: Language) -> dict[str, str]:
    policy = fetching.policy
    waits = {
        "interval": policy.interval,
        "often": max(policy.interval / STRETCH, policy.minimum),
        "seldom": min(policy.interval * STRETCH, policy.maximum),
        "minimum": policy.minimum,
        "maximum": policy.maximum,
        "longest_retry": policy.longest_retry,
        "longest_hold": LONGEST_HOLD,
        "probe": min(probe_wait(DORMANT_AFTER), policy.maximum),
        "last_probe": min(probe_wait(_MANY_FAILURES), policy.maximum),
    }
    pause = fetching.pace.delay
    numbers = {
        **{name: spoken_duration(it, DAYS[language]) for name, it in waits.items()},
        "failures": str(DORMANT_AFTER),
        "at_a_time": str(fetching.pace.concurrency),
        # The only one that may be a part of a second.
        "pause": (
            f"{pause.total_seconds():g} s"
            if pause < _MINUTE
            else spoken_duration(pause, DAYS[language])
        ),
    }
    return {name: text.replace(" ", _NO_BREAK) for name, text in numbers.items()}
