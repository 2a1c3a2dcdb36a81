"""AI: its state, its ledger, its price; what readers choose; the queue for
administrators."""

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query

from tidings.core.ai.tasks import LARGEST_BACKLOG
from tidings.core.codes import Code
from tidings.core.errors import Forbidden
from tidings.core.pages import Page
from tidings.core.views import Changed
from tidings.services.ai import choices as ai_choices
from tidings.services.ai import use as ai_use
from tidings.services.ai.choices import (
    FeedAiChoice,
    FeedPrompts,
    FeedPromptsView,
    OwnKey,
)
from tidings.services.ai.use import (
    AiStatus,
    Estimate,
    LedgerPage,
    ManyEntries,
    OneContent,
    Queued,
)
from tidings.services.fields import Number
from tidings.store.ai.choices import FeedChoice
from tidings.store.ai.queue import QueuedTask
from tidings.web.deps import Given, GivenFetching
from tidings.web.json_route import JsonRoute
from tidings.web.signed_in import Administrator, Owner, Reader, Writer
from tidings.web.v1.fields import Cursor, Limit, NumberInPath

router = APIRouter(tags=["ai"], route_class=JsonRoute)

_Kind = Annotated[Literal["summary", "deframe"], Query()]
_Key = Annotated[str, Path(pattern="^[0-9a-f]{64}$")]


@router.get("/ai/status")
async def get_ai_status(context: Given, visitor: Reader) -> AiStatus:
    """How it stands with AI."""
    return await ai_use.ai_status(context, visitor.user_id)


@router.get("/ai/ledger")
async def list_ai_ledger(
    context: Given,
    visitor: Reader,
    days: Annotated[int, Query(ge=1, le=3650)] = 31,
    everybody: Annotated[
        bool, Query(alias="all", description="for administrators: of all users")
    ] = False,
    limit: Limit = 50,
    cursor: Cursor = None,
) -> LedgerPage:
    """List your own use; administrators may see everybody's, and the background's."""
    if everybody and visitor.role != "admin":
        raise Forbidden(
            "Only an administrator may see the use of others.", code=Code.ADMIN_ONLY
        )
    user_id = None if everybody else visitor.user_id
    since = ai_use.first_day(context, days)
    return await ai_use.list_ledger(context, user_id, since, cursor, limit)


@router.get("/ai/estimate")
async def estimate_ai(
    context: Given,
    visitor: Administrator,
    kind: _Kind = "summary",
    feed_id: Number | None = None,
    days: Annotated[int, Query(ge=1, le=3650)] = 7,
) -> Estimate:
    """Estimate before asking for many: at most the newest 5,000 entries."""
    return await ai_use.estimate(context, kind, feed_id, days)


@router.get("/ai/backlog/estimate")
async def estimate_ai_backlog(
    context: Given,
    visitor: Reader,
    newest: Annotated[
        int | None,
        Query(
            ge=0, le=LARGEST_BACKLOG, description="of each feed; else your own limit"
        ),
    ] = None,
    feed_id: Number | None = None,
) -> Estimate:
    """Estimate what is queued of entries that are there already when AI is switched on:
    for a feed, or for all but those for which you switched it off. It need not be on.
    """
    return await ai_use.estimate_backlog(context, visitor.user_id, feed_id, newest)


@router.put("/ai/key", status_code=204)
async def set_ai_key(
    context: Given, fetching: GivenFetching, visitor: Owner, body: OwnKey
) -> None:
    """What you ask for is then paid by this key, outside the caps of others."""
    await ai_choices.set_own_key(context, fetching, visitor.user_id, body)


@router.delete("/ai/key", status_code=204)
async def forget_ai_key(context: Given, visitor: Owner) -> None:
    """Use the installation's key again."""
    await ai_choices.forget_own_key(context, visitor.user_id)


@router.get("/feeds/{feed_id}/ai")
async def get_feed_ai(
    context: Given, visitor: Reader, feed_id: NumberInPath
) -> FeedChoice:
    """Whether AI is wanted for a feed."""
    return await ai_choices.feed_choice(context, visitor.user_id, feed_id)


@router.put("/feeds/{feed_id}/ai")
async def set_feed_ai(
    context: Given, visitor: Writer, feed_id: NumberInPath, body: FeedAiChoice
) -> FeedChoice:
    """Have it for this feed whatever you chose for all, or not. The newest entries that
    are there are queued, up to your limit."""
    return await ai_choices.choose_for_feed(context, visitor.user_id, feed_id, body)


@router.get("/feeds/{feed_id}/prompts")
async def get_feed_prompts(
    context: Given, visitor: Administrator, feed_id: NumberInPath
) -> FeedPromptsView:
    """A feed's own prompts."""
    return await ai_choices.feed_prompts(context, feed_id)


@router.put("/feeds/{feed_id}/prompts")
async def set_feed_prompts(
    context: Given, visitor: Administrator, feed_id: NumberInPath, body: FeedPrompts
) -> FeedPromptsView:
    """Say what the model should know about this source. New entries are read by it;
    `admin/reprocess-summary` reads the others again."""
    return await ai_choices.set_feed_prompts(context, feed_id, body)


@router.post("/admin/reprocess-summary")
async def reprocess_summary(
    context: Given, visitor: Administrator, body: OneContent | ManyEntries
) -> Queued:
    """Do one content again, or the entries of some days with the present prompt and
    model; what was done so already is not done twice."""
    return await ai_use.reprocess(context, body)


@router.get("/admin/ai-tasks")
async def list_ai_tasks(
    context: Given,
    visitor: Administrator,
    state: Literal["waiting", "working", "cooling", "failed"] | None = None,
    limit: Limit = 50,
    cursor: Cursor = None,
) -> Page[QueuedTask]:
    """List what waits, what rests after failures, and what was given up and why."""
    return await ai_use.list_tasks(context, state, cursor, limit)


@router.post("/admin/ai-tasks/send-again")
async def send_all_ai_tasks_again(context: Given, visitor: Administrator) -> Changed:
    """Restart everything that failed or rests."""
    return Changed(await ai_use.send_again(context, None))


@router.post("/admin/ai-tasks/{key}/send-again", status_code=204)
async def send_ai_task_again(context: Given, visitor: Administrator, key: _Key) -> None:
    """Restart a task that failed or rests."""
    await ai_use.send_again(context, key)
