"""AI: its state, its ledger, its price; what readers choose; the queue for
administrators."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Response
from pydantic import ConfigDict, Field

from tidings.core.errors import Forbidden
from tidings.services import ai_choices, ai_use
from tidings.web.answers import json_answer
from tidings.web.deps import Given, GivenFetching
from tidings.web.signed_in import Administrator, Owner, Reader, Writer
from tidings.web.v1.ai_use_answers import (
    AiStatus,
    Changed,
    EstimateAnswer,
    FeedAi,
    FeedPrompts,
    LedgerPage,
    Queued,
    TaskPage,
)
from tidings.web.v1.fields import Body, Cursor, Limit, Number, NumberInPath, Storable

router = APIRouter(tags=["ai"])

_Kind = Annotated[Literal["summary", "deframe"], Query()]
_Days = Annotated[int, Field(ge=1, le=3650)]
_Hash = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
_Key = Annotated[str, Path(pattern="^[0-9a-f]{64}$")]
_Prompt = Annotated[Storable, Field(min_length=1, max_length=4000)]


class FeedAiBody(Body):
    """Whether AI is wanted for a feed; null: as for all feeds."""

    model_config = ConfigDict(json_schema_extra={"example": {"ai": True}})
    ai: bool | None


class PromptsBody(Body):
    """What is said to the model beside the usual; null takes it away."""

    model_config = ConfigDict(
        json_schema_extra={"example": {"summary": "Name the league and the score."}}
    )
    summary: _Prompt | None = None
    deframe: _Prompt | None = None


class KeyBody(Body):
    """A key of one's own for the provider of this installation."""

    model_config = ConfigDict(json_schema_extra={"example": {"key": "csk-0123456789"}})
    key: Annotated[str, Field(min_length=8, max_length=500, pattern=r"^[!-~]+$")]


class ContentBody(Body):
    """One content, whichever entries have it."""

    model_config = ConfigDict(json_schema_extra={"example": {"content_hash": "0" * 64}})
    content_hash: _Hash


class BulkBody(Body):
    """Entries of some days, of a feed or of all."""

    model_config = ConfigDict(
        json_schema_extra={"example": {"kind": "summary", "days": 7}}
    )
    kind: Literal["summary", "deframe"]
    days: _Days = 7
    feed_id: Number | None = None


@router.get(
    "/ai/status",
    operation_id="get_ai_status",
    summary="How it stands with AI",
    response_description="The provider, its breaker, the queue and the caps.",
)
async def get_status(context: Given, visitor: Reader) -> AiStatus:
    return AiStatus(**await ai_use.ai_status(context, visitor.user_id))


@router.get(
    "/ai/ledger",
    operation_id="list_ai_ledger",
    summary="What AI was used for, and its price",
    response_description="Lines of the ledger, the newest day first.",
    response_model=LedgerPage,
)
async def get_ledger(
    context: Given,
    visitor: Reader,
    days: Annotated[int, Query(ge=1, le=3650)] = 31,
    everybody: Annotated[
        bool, Query(alias="all", description="for administrators: of all users")
    ] = False,
    limit: Limit = 50,
    cursor: Cursor = None,
) -> Response:
    """List your own use; administrators may see everybody's, and the background's."""
    if everybody and visitor.role != "admin":
        raise Forbidden("Only an administrator may see the use of others.")
    user_id = None if everybody else visitor.user_id
    since = ai_use.first_day(context, days)
    return json_answer(await ai_use.list_ledger(context, user_id, since, cursor, limit))


@router.get(
    "/ai/estimate",
    operation_id="estimate_ai",
    summary="What some work would cost",
    response_description="An estimate.",
)
async def get_estimate(
    context: Given,
    visitor: Administrator,
    kind: _Kind = "summary",
    feed_id: Number | None = None,
    days: Annotated[int, Query(ge=1, le=3650)] = 7,
) -> EstimateAnswer:
    """Estimate before asking for many: at most the newest 5,000 entries."""
    found = await ai_use.estimate(context, kind, feed_id, days)
    return EstimateAnswer(**found)


@router.put(
    "/ai/key",
    operation_id="set_ai_key",
    summary="Use a key of one's own",
    response_description="It is kept, sealed.",
    status_code=204,
)
async def put_key(
    context: Given, fetching: GivenFetching, visitor: Owner, body: KeyBody
) -> None:
    """What you ask for is then paid by this key, outside the caps of others."""
    await ai_choices.set_own_key(context, fetching, visitor.user_id, body.key)


@router.delete(
    "/ai/key",
    operation_id="forget_ai_key",
    summary="Forget one's own key",
    response_description="It is gone.",
    status_code=204,
)
async def delete_key(context: Given, visitor: Owner) -> None:
    """Use the installation's key again."""
    await ai_choices.forget_own_key(context, visitor.user_id)


@router.get(
    "/feeds/{feed_id}/ai",
    operation_id="get_feed_ai",
    summary="Whether AI is wanted for a feed",
    response_description="Your choice.",
)
async def get_feed_ai(context: Given, visitor: Reader, feed_id: NumberInPath) -> FeedAi:
    choice = await ai_choices.feed_choice(context, visitor.user_id, feed_id)
    return FeedAi(ai=choice)


@router.put(
    "/feeds/{feed_id}/ai",
    operation_id="set_feed_ai",
    summary="Choose AI for a feed",
    response_description="Your choice.",
)
async def put_feed_ai(
    context: Given, visitor: Writer, feed_id: NumberInPath, body: FeedAiBody
) -> FeedAi:
    """Have it for this feed whatever you chose for all, or not."""
    await ai_choices.choose_for_feed(context, visitor.user_id, feed_id, body.ai)
    return FeedAi(ai=body.ai)


@router.get(
    "/feeds/{feed_id}/prompts",
    operation_id="get_feed_prompts",
    summary="A feed's own prompts",
    response_description="The prompts; null: the usual one.",
)
async def get_prompts(
    context: Given, visitor: Administrator, feed_id: NumberInPath
) -> FeedPrompts:
    return FeedPrompts(**await ai_choices.feed_prompts(context, feed_id))


@router.put(
    "/feeds/{feed_id}/prompts",
    operation_id="set_feed_prompts",
    summary="Set a feed's own prompts",
    response_description="The prompts; null: the usual one.",
)
async def put_prompts(
    context: Given, visitor: Administrator, feed_id: NumberInPath, body: PromptsBody
) -> FeedPrompts:
    """Say what the model should know about this source. New entries are read by it;
    `admin/reprocess-summary` reads the others again."""
    prompts: dict[str, Any] = {"summary": body.summary, "deframe": body.deframe}
    return FeedPrompts(**await ai_choices.set_feed_prompts(context, feed_id, prompts))


@router.post(
    "/admin/reprocess-summary",
    operation_id="reprocess_summary",
    summary="Ask a model again",
    response_description="How many entries were enqueued.",
)
async def post_reprocess(
    context: Given, visitor: Administrator, body: ContentBody | BulkBody
) -> Queued:
    """Do one content again, or the entries of some days with the present prompt and
    model; what was done so already is not done twice."""
    if isinstance(body, ContentBody):
        content = bytes.fromhex(body.content_hash)
        queued = await ai_use.reprocess_content(context, content)
    else:
        queued = await ai_use.reprocess(context, body.kind, body.feed_id, body.days)
    return Queued(ok=True, queued=queued)


@router.get(
    "/admin/ai-tasks",
    operation_id="list_ai_tasks",
    summary="The queue of AI tasks",
    response_description="Tasks, the oldest first.",
    response_model=TaskPage,
)
async def get_tasks(
    context: Given,
    visitor: Administrator,
    state: Literal["waiting", "working", "cooling", "failed"] | None = None,
    limit: Limit = 50,
    cursor: Cursor = None,
) -> Response:
    """List what waits, what rests after failures, and what was given up and why."""
    page, following = await ai_use.list_tasks(context, state, cursor, limit)
    return json_answer({"items": page, "next_cursor": following})


@router.post(
    "/admin/ai-tasks/send-again",
    operation_id="send_all_ai_tasks_again",
    summary="Send all dead work again",
    response_description="How many tasks begin anew.",
)
async def post_send_all(context: Given, visitor: Administrator) -> Changed:
    """Let everything that failed or rests begin anew."""
    return Changed(changed=await ai_use.send_again(context, None))


@router.post(
    "/admin/ai-tasks/{key}/send-again",
    operation_id="send_ai_task_again",
    summary="Send a dead task again",
    response_description="It begins anew.",
    status_code=204,
)
async def post_send_again(context: Given, visitor: Administrator, key: _Key) -> None:
    """Let a task that failed or rests begin anew."""
    await ai_use.send_again(context, key)
