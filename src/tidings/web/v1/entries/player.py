"""A player in a frame, as a page of ours around it whose policy names that one site.

So the policy of the app itself names nobody, and nothing is asked of a site before
somebody wants to see what it shows.
"""

from html import escape
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import APIRouter, Header, Query
from fastapi.responses import HTMLResponse

from tidings.core.entries.players import Player, player_of
from tidings.core.errors import NotFound
from tidings.services.fields import Storable
from tidings.web.deps import Given
from tidings.web.json_route import JsonRoute
from tidings.web.signed_in import Reader

router = APIRouter(tags=["media"], route_class=JsonRoute)

# The site keeps its own origin, and cannot lead the page around it anywhere.
_SANDBOX = (
    "allow-scripts allow-same-origin allow-forms allow-presentation allow-popups"
    " allow-popups-to-escape-sandbox"
)
_MAY = "autoplay; encrypted-media; fullscreen; picture-in-picture"


@router.get("/player", response_class=HTMLResponse)
async def show_player(
    context: Given,
    visitor: Reader,
    url: Annotated[
        Storable,
        Query(
            min_length=1,
            max_length=2_500,
            description="where a link of the class `tidings-player` leads",
            examples=["https://www.youtube.com/watch?v=U-AfiD2NgYg"],
        ),
    ],
    sec_fetch_dest: Annotated[str, Header(include_in_schema=False)] = "iframe",
) -> HTMLResponse:
    """Show a film, sound or post in the frame of its site; for a frame of the app only."""
    player = player_of(url)
    # In a window of its own, a stranger's page would pass for ours.
    if player is None or sec_fetch_dest != "iframe":
        raise NotFound("There is no player for this address.")
    frame = player.frame_url(urlsplit(context.server.base_url).hostname or "")
    site = urlsplit(frame)
    policy = (
        f"default-src 'none'; style-src 'self'; frame-src {site.scheme}://{site.netloc};"
        " frame-ancestors 'self'; base-uri 'none'; form-action 'none'"
    )
    headers = {"content-security-policy": policy, "x-frame-options": "SAMEORIGIN"}
    return HTMLResponse(_document(player, frame), headers=headers)


def _document(player: Player, frame: str) -> str:
    referrer = "strict-origin" if player.names_us else "no-referrer"
    return (
        '<!doctype html><html><head><meta charset="utf-8">'
        '<link rel="stylesheet" href="/pages/player.css">'
        f"<title>{escape(player.site)}</title></head><body>"
        f'<iframe src="{escape(frame)}" title="{escape(player.site)}"'
        f' sandbox="{_SANDBOX}" allow="{_MAY}" allowfullscreen'
        f' referrerpolicy="{referrer}"></iframe></body></html>'
    )
