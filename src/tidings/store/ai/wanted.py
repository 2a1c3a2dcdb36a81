"""What is wanted of AI: by whom, of which entries, and whether their articles are to be
fetched first. Nothing is asked here."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tidings.core.ai.tasks import AiInstance, AiRequest, TaskKind, summary_language
from tidings.core.entries.full_texts import (
    BACKGROUND,
    TextAtHand,
    is_fetched_first,
    is_left_until_opened,
)
from tidings.store.engine.connection import Connection
from tidings.store.engine.sql_words import with_words
from tidings.store.entries.wanted_texts import TEXT_IS_OF_PRESENT, want_texts
from tidings.store.publishing.builds import published_among

# The text that is worth most: the full one, unless the entry changed after it was found.
BEST_HASH = with_words(
    """
case when ft.content_hash is not null and {text_is_of_present}
     then ft.content_hash else e.content_hash end
""",
    text_is_of_present=TEXT_IS_OF_PRESENT,
)
# Less has nothing to be summarised; 0 is a text whose words were not counted.
FEWEST_WORDS = 10


# What the subscribers of feeds want, by language.
_WANTED = """
select s.feed_id, coalesce(w.language, :language), max(coalesce(w.deframing, 1)),
  max(coalesce(s.full_text, w.full_text, 1))
from ids(:feeds) i cross join subscriptions s
left join ai_readers w on w.user_id = s.user_id
left join ai_feed_choices c on c.user_id = s.user_id and c.feed_id = s.feed_id
where s.feed_id = i.id and s.active = 1 and coalesce(c.ai, w.ai, :by_default) = 1
group by s.feed_id, coalesce(w.language, :language)
"""
_ENTRIES = with_words(
    """
select e.id, e.feed_id, {best_hash}, e.words, length(e.excerpt), e.url is not null,
  ft.entry_id is null, f.full_text, p.kind, p.prompt
from ids(:ids) i cross join entries e cross join feeds f
left join entry_full_texts ft on ft.entry_id = e.id
left join ai_feed_prompts p on p.feed_id = e.feed_id
where e.id = i.id and f.id = e.feed_id
""",
    best_hash=BEST_HASH,
)


@dataclass(frozen=True, slots=True)
class EntryToRead:
    """A stored entry, ready for AI requests."""

    id: int
    feed_id: int
    content_hash: bytes
    words: int
    text: TextAtHand


@dataclass(slots=True)
class Wanted:
    """What is wanted of a feed, or by one reader."""

    kinds: set[tuple[TaskKind, str]] = field(default_factory=set)
    full_text: bool = False  # whether short entries may be completed from their page

    @property
    def deframed(self) -> bool:
        return ("deframe", "") in self.kinds


Prompts = Mapping[tuple[int, str], str]


def entries_to_read(
    db: Connection, ids: Sequence[int]
) -> tuple[list[EntryToRead], Prompts]:
    """Return entries as they stand, and the prompts of their feeds by feed and kind."""
    entries: dict[int, EntryToRead] = {}
    prompts: dict[tuple[int, str], str] = {}
    for number, feed, hashed, words, *text, kind, prompt in db.rows(
        _ENTRIES, ids=sorted(ids)
    ):
        letters, has_address, is_untried, fetches = text
        at_hand = TextAtHand(
            letters, bool(has_address), bool(is_untried), bool(fetches)
        )
        entries[number] = EntryToRead(number, feed, bytes(hashed), words, at_hand)
        if kind is not None:
            prompts[feed, kind] = prompt
    return list(entries.values()), prompts


def requests_for(
    instance: AiInstance,
    entry: EntryToRead,
    wanted: Wanted,
    prompts: Prompts,
    user_id: int | None = None,
) -> list[AiRequest]:
    """Return the AI requests for an entry."""
    is_summarised = (entry.words == 0 or entry.words >= FEWEST_WORDS) and not (
        is_left_until_opened(
            entry.text,
            deframed=wanted.deframed,
            allowed=wanted.full_text,
            costs=instance.costs,
        )
    )
    return [
        AiRequest(
            kind,
            entry.id,
            entry.feed_id,
            entry.content_hash,
            language,
            prompts.get((entry.feed_id, kind)),
            user_id=user_id,
        )
        for kind, language in sorted(wanted.kinds)
        if kind != "summary" or is_summarised
    ]


def fetch_first(db: Connection, pairs: Iterable[tuple[EntryToRead, Wanted]]) -> None:
    """Let the articles be fetched that AI should read instead of a teaser."""
    ids = {
        entry.id
        for entry, wanted in pairs
        if is_fetched_first(
            entry.text, deframed=wanted.deframed, allowed=wanted.full_text
        )
    }
    want_texts(db, ids, BACKGROUND)


def kinds_wanted(
    db: Connection, instance: AiInstance, feed_ids: Collection[int]
) -> dict[int, set[tuple[TaskKind, str]]]:
    """Return what is wanted of feeds: kinds of work with the language."""
    wanted = wanted_of(db, instance, feed_ids)
    return {feed: of_feed.kinds for feed, of_feed in wanted.items()}


def wanted_of(
    db: Connection, instance: AiInstance, feed_ids: Collection[int]
) -> dict[int, Wanted]:
    """Return what is wanted of feeds by those who follow them and by the operator."""
    feeds = sorted(feed_ids)
    rows = db.rows(
        _WANTED,
        feeds=feeds,
        language=instance.language,
        by_default=int(instance.on_by_default),
    )
    wanted: dict[int, Wanted] = {}
    for feed, language, deframing, full_text in rows:
        of_feed = wanted.setdefault(feed, Wanted())
        of_feed.kinds |= kinds_for(instance, language, deframing=bool(deframing))
        of_feed.full_text = of_feed.full_text or bool(full_text)
    for feed in published_among(db, feeds) if instance.deframes else ():
        of_feed = wanted.setdefault(feed, Wanted())
        of_feed.kinds.add(("deframe", ""))
        of_feed.full_text = True  # what is published is read by nobody in particular
    return wanted


def kinds_for(
    instance: AiInstance, language: str, *, deframing: bool
) -> set[tuple[TaskKind, str]]:
    """Return the kinds of work that a reader wants who reads in a language."""
    kinds: set[tuple[TaskKind, str]] = {
        ("summary", summary_language(instance, language))
    }
    if deframing and instance.deframes:
        kinds.add(("deframe", ""))
    return kinds
