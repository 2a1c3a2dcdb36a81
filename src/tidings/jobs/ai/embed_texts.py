"""Asks for the embeddings that stories wait for, by the rules of every AI call.

Never inside a request or a transaction. While nobody answers, or the cap is reached,
texts wait and stories are found without them.
"""

from dataclasses import dataclass
from datetime import timedelta

from tidings.ai.openai_embeddings import Embedded, OpenAiEmbeddings
from tidings.ai.provider import CallFailed, Throttled
from tidings.context import Context, Fetching
from tidings.core.ai.budget import (
    Usage,
    day_of,
    most_tokens,
    price_of,
    usage_without_report,
)
from tidings.core.ai.retries import Attempts, after_slow_down
from tidings.core.ai.tasks import embedding_model_of
from tidings.core.clock import micros
from tidings.observe.logs import get_log
from tidings.operations.ai.asking import Asking, asking_with
from tidings.operations.ai.calling import (
    FREE,
    OF_THE_SERVICE,
    Sleep,
    answer_of,
    log_moved,
    really_sleep,
    wait_for_turn,
)
from tidings.operations.system.claimed_work import ClaimedWork, Later
from tidings.store.ai import calls as ai_calls
from tidings.store.ai import embeddings
from tidings.store.ai.calls import Call, Moved, NotNow
from tidings.store.ai.embeddings import ToEmbed
from tidings.store.ai.ledger import LedgerLine, enter
from tidings.store.engine.connection import Connection

KIND = "embedding"
# In one call. Answers are long: a text may well become 4,096 numbers of 20 letters.
_AT_ONCE = 8
# What tokenizers may put around each text.
_MARKS = 4
_AFTER_FAILURE = timedelta(minutes=1)
# Such as a server without this model: asking soon again would change nothing.
_AFTER_REFUSAL = embeddings.LONGEST_REST

_Reply = Embedded | Throttled | CallFailed
log = get_log()


@dataclass(frozen=True, slots=True)
class Batch:
    """Texts that are asked for by one call."""

    call: Call
    texts: list[ToEmbed]

    @property
    def keys(self) -> list[bytes]:
        return [each.key for each in self.texts]


class Embeddings(ClaimedWork[Batch]):
    """Texts that wait for their embeddings, those of one call at a time."""

    def __init__(
        self, context: Context, asking: Asking | None, sleep: Sleep = really_sleep
    ) -> None:
        super().__init__()
        self._context = context
        self._asking = asking
        self._sleep = sleep

    async def claim(self, many: int) -> list[Batch] | None:
        asking, context = self._asking, self._context
        if asking is None or asking.embeddings is None:
            return None
        begun, moved = await context.database.write(
            _begin, asking, asking.embeddings.model, context.new_id(), context.clock()
        )
        log_moved(moved, asking)
        return [] if begun is None else [begun]

    async def work(self, item: Batch) -> int | Later:
        asking = self._asking
        assert asking is not None
        assert asking.embeddings is not None
        return await _embed(self._context, asking, asking.embeddings, item, self._sleep)


def open_embeddings(context: Context, fetching: Fetching) -> Embeddings:
    """Return the queue, which is empty if nobody is to be asked."""
    has_model = embedding_model_of(context.ai) is not None
    return Embeddings(context, asking_with(context, fetching) if has_model else None)


async def _embed(
    context: Context,
    asking: Asking,
    model: OpenAiEmbeddings,
    begun: Batch,
    sleep: Sleep,
) -> int | Later:
    """Ask for some texts; `Later` if the provider may not be asked, or fails."""
    refused = await wait_for_turn(context, begun.call, sleep)
    if refused is not None:
        until = refused.until
        await context.database.write(embeddings.lease_texts, begun.keys, until)
        return Later()
    texts = [each.text for each in begun.texts]
    asked = model.embed(begun.call.id, texts, asking.api_key)
    reply = await answer_of(context, begun.call, asked)
    moved = await context.database.write(
        _settle, asking, model.model, begun, reply, context.clock()
    )
    log_moved(moved, asking)
    log.info("texts embedded", texts=len(texts), outcome=_outcome(reply))
    return len(texts) if isinstance(reply, Embedded) else Later()


def _begin(
    db: Connection, asking: Asking, model: str, call_id: str, now: int
) -> tuple[Batch | None, Moved | None]:
    """Take texts and reserve the call for them; None: there are none, or not now."""
    texts = embeddings.next_to_embed(db, model, _AT_ONCE, now)
    if not texts:
        return None, None
    most = most_tokens(_sent(texts), _MARKS * len(texts))
    allowed, moved = ai_calls.reserve_call(
        db, asking.lane_of(None), call_id, texts[0].key, most, now
    )
    if isinstance(allowed, NotNow):
        return None, moved
    batch = Batch(allowed, texts)
    embeddings.lease_texts(db, batch.keys, now + micros(asking.lease))
    return batch, moved


def _settle(
    db: Connection, asking: Asking, model: str, batch: Batch, reply: _Reply, now: int
) -> Moved | None:
    """Write everything that a call has brought, in one commit."""
    moved = _note(db, asking, batch.call, reply, now)
    usage = _usage(batch, reply)
    ai_calls.settle_call(db, batch.call, usage, _outcome(reply), now)
    if isinstance(reply, Embedded):
        vectors = dict(zip(batch.keys, reply.vectors, strict=True))
        embeddings.save_vectors(db, vectors)
    else:
        is_refusal = (
            isinstance(reply, CallFailed) and reply.trouble not in OF_THE_SERVICE
        )
        pause = _AFTER_REFUSAL if is_refusal else _AFTER_FAILURE
        embeddings.lease_texts(db, batch.keys, now + micros(pause))
    line = LedgerLine(
        day=day_of(batch.call.at),
        kind=KIND,
        provider=asking.instance.provider,
        model=model,
        feed_id=0,
        user_id=0,
        calls=1,
        failures=int(isinstance(reply, CallFailed)),
        tokens_in=usage.tokens_in,
        price=price_of(usage, asking.prices),
    )
    enter(db, [line])
    return moved


def _note(
    db: Connection, asking: Asking, call: Call, reply: _Reply, now: int
) -> Moved | None:
    if isinstance(reply, Embedded):
        return ai_calls.note_success(db, call.lane, now, asking.breaker)
    if isinstance(reply, Throttled):
        pause = after_slow_down(Attempts(), reply.retry_after, now)
        ai_calls.limit_lane(db, call.lane, pause.until, now)
    elif reply.trouble in OF_THE_SERVICE:
        return ai_calls.note_failure(db, call.lane, now, asking.breaker)
    # A refusal here says nothing about chat calls.
    return None


def _usage(batch: Batch, reply: _Reply) -> Usage:
    if isinstance(reply, Throttled):
        return FREE
    if isinstance(reply, CallFailed):
        return reply.usage or FREE
    return reply.usage or usage_without_report(_sent(batch.texts), "")


def _outcome(reply: _Reply) -> str:
    if isinstance(reply, CallFailed):
        return reply.trouble
    return "ready" if isinstance(reply, Embedded) else "throttled"


def _sent(texts: list[ToEmbed]) -> str:
    return "\n".join(each.text for each in texts)
