"""THE count of a reader's marks on an entry, which keep it like a star does."""

from tidings.store.sql_words import with_words


def marks_of(states: str) -> str:
    """Return the expression for a row of `entry_states`, by the name it goes by."""
    return with_words(
        """
((select count(*) from entry_tags mark
  where mark.entry_id = {states}.entry_id and mark.user_id = {states}.user_id)
 + (select count(*) from highlights mark
    where mark.entry_id = {states}.entry_id and mark.user_id = {states}.user_id
      and mark.deleted_at is null))
""",
        states=states,
    )
