"""The smallest question that only a working database can answer."""

from tidings.store.connection import Connection


def schema_revision(db: Connection) -> str | None:
    """Return the revision the tables are at; unlike `select 1`, this reads the file."""
    revision: str | None = db.value("select version_num from alembic_version")
    return revision
