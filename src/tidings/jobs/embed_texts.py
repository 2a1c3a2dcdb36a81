"""Asks for the embeddings that stories wait for, by the rules of every AI call.

Never inside a request or a transaction. While nobody answers, or the cap is reached,
texts wait and stories are found without them.
"""

from dataclasses import dataclass
from datetime import timedelta

from tidings.ai.openai_embeddings import Embedded, OpenAiEmbeddings
from tidings.ai.provider import Failed, Throttled
from tidings.context import Context, Fetching
from tidings.core.ai_budget import (
    Usage,
    day_of,
    most_tokens,
    price_of,
    usage_without_report,
)
from tidings.core.ai_tasks import embedding_model_of
from tidings.core.clock import micros
from tidings.core.retries import Attempts, after_slow_down
from tidings.jobs.ai_asking import Asking, asking_with
from tidings.jobs.ai_calling import (
    FREE,
    OF_THE_SERVICE,
    Sleep,
    answer_of,
    log_moved,
    really_sleep,
    wait_for_turn,
)
from tidings.observe.logs import get_log
from tidings.store import ai_calls, embeddings
from tidings.store.ai_calls import Call, Moved, NotNow
from tidings.store.ai_ledger import LedgerLine, enter
from tidings.store.connection import Connection
from tidings.store.embeddings import ToEmbed

KIND = "embedding"
# In one call. Answers are long: a text may well become 4,096 numbers of 20 letters.
_AT_ONCE = 8
_MOST_CALLS = 25
# What tokenizers may put around each text.
_MARKS = 4
_AFTER_FAILURE = timedelta(minutes=1)
# Such as a server without this model: asking soon again would change nothing.
_AFTER_REFUSAL = timedelta(hours=1)

_Reply = Embedded | Throttled | Failed
log = get_log()


@dataclass(frozen=True, slots=True)
class _Batch:
    call: Call
    texts: list[ToEmbed]

    @property
    def keys(self) -> list[bytes]:
        return [each.key for each in self.texts]


async def embed_texts(context: Context, fetching: Fetching) -> None:
    """Ask for what waits now, if anybody is to be asked."""
    if embedding_model_of(context.ai) is None:
        return
    asking = asking_with(context, fetching)
    if asking is not None:
        await embed_waiting(context, asking)


async def embed_waiting(
    context: Context, asking: Asking, sleep: Sleep | None = None
) -> int:
    """Ask until nothing waits, the provider may not be asked, or it fails; return how
    many texts were embedded."""
    model, done = asking.embeddings, 0
    if model is None:
        return 0
    for _ in range(_MOST_CALLS):
        some = await _embed_some(context, asking, model, sleep or really_sleep)
        if not some:
            break
        done += some
    return done


async def _embed_some(
    context: Context, asking: Asking, model: OpenAiEmbeddings, sleep: Sleep
) -> int:
    begun, moved = await context.database.write(
        _begin, asking, model.model, context.new_id(), context.clock()
    )
    log_moved(moved, asking)
    if begun is None:
        return 0
    refused = await wait_for_turn(context, begun.call, sleep)
    if refused is not None:
        until = refused.until
        await context.database.write(embeddings.lease_texts, begun.keys, until)
        return 0
    texts = [each.text for each in begun.texts]
    asked = model.embed(begun.call.id, texts, asking.api_key)
    reply = await answer_of(context, begun.call, asked)
    moved = await context.database.write(
        _settle, asking, model.model, begun, reply, context.clock()
    )
    log_moved(moved, asking)
    log.info("texts embedded", texts=len(texts), outcome=_outcome(reply))
    return len(texts) if isinstance(reply, Embedded) else 0


def _begin(
    db: Connection, asking: Asking, model: str, call_id: str, now: int
) -> tuple[_Batch | None, Moved | None]:
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
    batch = _Batch(allowed, texts)
    embeddings.lease_texts(db, batch.keys, now + micros(asking.lease))
    return batch, moved


def _settle(
    db: Connection, asking: Asking, model: str, batch: _Batch, reply: _Reply, now: int
) -> Moved | None:
    """Write everything that a call has brought, in one commit."""
    moved = _note(db, batch.call, reply, now)
    usage = _usage(batch, reply)
    ai_calls.settle_call(db, batch.call, usage, _outcome(reply), now)
    if isinstance(reply, Embedded):
        vectors = dict(zip(batch.keys, reply.vectors, strict=True))
        embeddings.save_vectors(db, vectors)
    else:
        is_refusal = isinstance(reply, Failed) and reply.trouble not in OF_THE_SERVICE
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
        failures=int(isinstance(reply, Failed)),
        tokens_in=usage.tokens_in,
        price=price_of(usage, asking.prices),
    )
    enter(db, [line])
    return moved


def _note(db: Connection, call: Call, reply: _Reply, now: int) -> Moved | None:
    if isinstance(reply, Embedded):
        return ai_calls.note_success(db, call.lane, now)
    if isinstance(reply, Throttled):
        pause = after_slow_down(Attempts(), reply.retry_after, now)
        ai_calls.limit_lane(db, call.lane, pause.until, now)
    elif reply.trouble in OF_THE_SERVICE:
        return ai_calls.note_failure(db, call.lane, now)
    # A refusal tells nothing of those who chat.
    return None


def _usage(batch: _Batch, reply: _Reply) -> Usage:
    if isinstance(reply, Throttled):
        return FREE
    if isinstance(reply, Failed):
        return reply.usage or FREE
    return reply.usage or usage_without_report(_sent(batch.texts), "")


def _outcome(reply: _Reply) -> str:
    if isinstance(reply, Failed):
        return reply.trouble
    return "ready" if isinstance(reply, Embedded) else "throttled"


def _sent(texts: list[ToEmbed]) -> str:
    return "\n".join(each.text for each in texts)
