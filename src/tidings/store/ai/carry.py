"""When two feeds become one: what AI and readers said of entries goes along with them.

Nothing is asked again: an entry that is copied, or that both feeds have with the same
text, is pointed at the results that are there.
"""

from tidings.store.engine.connection import Connection
from tidings.store.engine.sql_words import with_words

_PAIRS = "(select q.feed_id as old_id, q.seq as new_id from pairs(:pairs) q) p"
# A copy has the versions of its original. Of an entry that both feeds have, only what is
# about the same words fits, and its own answers come first.
_CARRY_RESULTS = with_words(
    """
insert into ai_targets (entry_id, kind, language, version, key, ready_key, overall,
  wanted_at)
select p.new_id, t.kind, t.language, t.version, t.key, t.ready_key, t.overall,
  t.wanted_at
from {pairs} cross join ai_targets t cross join entries l cross join entries e
where t.entry_id = p.old_id and l.id = p.old_id and e.id = p.new_id
  and (e.id >= :first_copy or (t.version = 0 and e.content_hash = l.content_hash))
on conflict (entry_id, kind, language, version) do nothing
""",
    pairs=_PAIRS,
)
_CARRY_CHOICES = """
insert into ai_feed_choices (user_id, feed_id, ai)
select c.user_id, :staying, c.ai from ai_feed_choices c where c.feed_id = :leaving
on conflict (user_id, feed_id) do nothing
"""
_CARRY_PROMPTS = """
insert into ai_feed_prompts (feed_id, kind, prompt, changed_at)
select :staying, p.kind, p.prompt, p.changed_at from ai_feed_prompts p
where p.feed_id = :leaving
on conflict (feed_id, kind) do nothing
"""
_CARRY_SPLITS = with_words(
    """
insert into story_splits (user_id, entry_id, at)
select x.user_id, p.new_id, min(x.at)
from {pairs} cross join story_splits x where x.entry_id = p.old_id
group by x.user_id, p.new_id
on conflict (user_id, entry_id) do nothing
""",
    pairs=_PAIRS,
)
_CARRY_STORIES = with_words(
    """
insert into story_entries (entry_id, story_id)
select p.new_id, min(m.story_id)
from {pairs} cross join story_entries m where m.entry_id = p.old_id
group by p.new_id
on conflict (entry_id) do nothing
""",
    pairs=_PAIRS,
)
# Nobody sees these any more, and no newcomer should be taken for their copy. How the
# entries that took their places tell it is looked at like any other that came.
_LEAVE_STORIES = tuple(
    with_words(text, pairs=_PAIRS)
    for text in (
        "delete from story_entries where entry_id in (select p.old_id from {pairs})",
        "delete from story_fingerprints where entry_id in (select p.old_id from {pairs})",
    )
)


def carry_ai(
    db: Connection, leaving: int, staying: int, pairs: str, first_copy: int | None
) -> None:
    """Carry results, requests and stories over; copies have numbers from `first_copy` on,
    None if there are none."""
    feeds = {"leaving": leaving, "staying": staying}
    db.run(_CARRY_CHOICES, **feeds)
    db.run(_CARRY_PROMPTS, **feeds)
    beyond = 2**62 if first_copy is None else first_copy
    db.run(_CARRY_RESULTS, pairs=pairs, first_copy=beyond)
    db.run(_CARRY_SPLITS, pairs=pairs)
    db.run(_CARRY_STORIES, pairs=pairs)
    for statement in _LEAVE_STORIES:
        db.run(statement, pairs=pairs)
