"""The search index: a virtual table on SQLite, a table with a tsvector on PostgreSQL."""

from alembic import op

revision = "0002"
down_revision = "0001"

_SQLITE = """
create virtual table entry_search using fts5(
  title, author, body, tokenize = "unicode61 remove_diacritics 2")
"""
_POSTGRES = (
    """
    create table entry_search (
      entry_id bigint not null,
      words tsvector not null,
      constraint entry_search_pkey primary key (entry_id),
      constraint entry_search_entry_id_fkey foreign key (entry_id)
        references entries (id) on delete cascade)
    """,
    "create index entry_search_words on entry_search using gin (words)",
)


def upgrade() -> None:
    """Create the index for whichever engine this is."""
    if op.get_bind().dialect.name == "sqlite":
        op.execute(_SQLITE)
        return
    for statement in _POSTGRES:
        op.execute(statement)
