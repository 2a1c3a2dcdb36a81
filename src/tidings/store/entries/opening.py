"""An entry at the moment a reader opens it: what they want of AI and of its page, and how
it stands with both."""

from dataclasses import dataclass
from typing import Literal

from tidings.core.ai.tasks import (
    SOMEBODY_WAITS,
    AiInstance,
    AiRequest,
    TaskKind,
    summary_language,
)
from tidings.core.entries.full_texts import (
    Standing,
    TextAttempt,
    is_fetched_when_opened,
    standing,
)
from tidings.store.ai.wanted import BEST_HASH, FEWEST_WORDS, kinds_for
from tidings.store.engine.connection import Connection
from tidings.store.engine.sql_words import with_words
from tidings.store.reading.visible import ENTRY_SEEN_BY_USER, VISIBLE

TextState = Literal["none", "coming", "ready", "failed"]

_OPENING = with_words(
    """
select e.feed_id, {best_hash}, e.words, length(e.excerpt), e.url is not null,
  ft.tried_at, ft.error is not null, ft.content is not null, coalesce(ft.wanted, 0),
  e.changed_at, ps.prompt, pd.prompt,
  coalesce(c.ai, w.ai, :by_default), w.language, coalesce(w.deframing, 1),
  coalesce(s.full_text, w.full_text, 1)
from {entry_seen_by_user}
left join entry_full_texts ft on ft.entry_id = e.id
left join ai_feed_prompts ps on ps.feed_id = e.feed_id and ps.kind = 'summary'
left join ai_feed_prompts pd on pd.feed_id = e.feed_id and pd.kind = 'deframe'
left join ai_readers w on w.user_id = :user
left join ai_feed_choices c on c.user_id = :user and c.feed_id = e.feed_id
where e.id = :entry and s.user_id = :user and s.feed_id = e.feed_id and {visible}
""",
    best_hash=BEST_HASH,
    entry_seen_by_user=ENTRY_SEEN_BY_USER,
    visible=VISIBLE,
)


@dataclass(frozen=True, slots=True)
class Opening:
    """How it stands with an entry that a reader may see."""

    user_id: int
    entry_id: int
    feed_id: int
    content_hash: bytes
    words: int
    language: str  # under which this reader's summaries are kept
    kinds: frozenset[tuple[TaskKind, str]]  # wanted by this reader without being asked
    prompts: dict[TaskKind, str]
    text_stands: Standing
    text_is_wanted: bool  # a worker fetches the article, or will
    asks_for_text: bool  # opening it asks for the article

    @property
    def wants_summary(self) -> bool:
        has_words = self.words == 0 or self.words >= FEWEST_WORDS
        comes = self.asks_for_text or self.text_is_wanted
        return bool(self.kinds) and (has_words or comes)

    @property
    def text_state(self) -> TextState:
        if self.text_is_wanted:
            return "coming"
        if self.text_stands == "ready" or self.text_stands == "failed":
            return self.text_stands
        return "none"

    def request(self, kind: TaskKind, language: str) -> AiRequest:
        """Return a request that goes before background work."""
        return AiRequest(
            kind,
            self.entry_id,
            self.feed_id,
            self.content_hash,
            language,
            self.prompts.get(kind),
            user_id=self.user_id,
            priority=SOMEBODY_WAITS,
        )

    def requests(self) -> list[AiRequest]:
        """Return the AI requests that opening makes."""
        return [
            self.request(kind, language)
            for kind, language in sorted(self.kinds)
            if kind != "summary" or self.wants_summary
        ]


def opening_of(
    db: Connection, instance: AiInstance | None, user_id: int, entry_id: int, now: int
) -> Opening | None:
    """Return how it stands with an entry; None: the reader cannot see it."""
    row = db.row(
        _OPENING,
        user=user_id,
        entry=entry_id,
        by_default=int(instance is not None and instance.on_by_default),
    )
    if row is None:
        return None
    feed, hashed, words, letters, has_address, *rest = row
    *tried, changed_at, for_summary, for_deframing, ai, language, deframing, full = rest
    at, failed, has_text, wanted = tried
    stands: Standing = "wanted"
    if at is not None:
        known = TextAttempt(at, bool(failed), bool(has_text), wanted > 0)
        stands = standing(known, changed_at, now)
    spoken, kinds = "", frozenset[tuple[TaskKind, str]]()
    if instance is not None:
        spoken = summary_language(instance, language)
        if ai:
            kinds = frozenset(kinds_for(instance, spoken, deframing=bool(deframing)))
    prompts: dict[TaskKind, str | None] = {
        "summary": for_summary,
        "deframe": for_deframing,
    }
    return Opening(
        user_id=user_id,
        entry_id=entry_id,
        feed_id=feed,
        content_hash=bytes(hashed),
        words=words,
        language=spoken,
        kinds=kinds,
        prompts={kind: text for kind, text in prompts.items() if text is not None},
        text_stands=stands,
        text_is_wanted=wanted > 0,
        asks_for_text=not wanted
        and is_fetched_when_opened(
            letters, has_address=bool(has_address), allowed=bool(full), now_is=stands
        ),
    )
