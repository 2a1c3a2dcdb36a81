"""Migrated PostgreSQL databases without a row, one for each test that asks.

To make one takes half a second of a core, so one that a test left is emptied and given
to another test under a new name. That is done only where nobody can tell it from a new
one: nothing but rows has changed, and no table is larger than the planner takes any
table for that it knows nothing about.
"""

import uuid

import psycopg

_WITHOUT_OTHERS = """
select pg_terminate_backend(pid, 5000) from pg_stat_activity
where datname = %s
"""
# Whatever changes a schema writes these; vacuum and analyze change sizes in place.
_SHAPE = """
select
  (select md5(string_agg(concat_ws(' ', oid, xmin, relpages, reltuples), ',' order by oid))
   from pg_class where oid >= 16384),
  (select md5(string_agg(concat_ws(' ', attrelid, attnum, xmin), ',' order by attrelid, attnum))
   from pg_attribute where attrelid >= 16384),
  (select md5(string_agg(concat_ws(' ', indexrelid, xmin), ',' order by indexrelid))
   from pg_index where indexrelid >= 16384),
  (select md5(string_agg(concat_ws(' ', c, oid, x), ',' order by c, oid)) from (
     select 'constraint' as c, oid, xmin as x from pg_constraint
     union all select 'trigger', oid, xmin from pg_trigger
     union all select 'rule', oid, xmin from pg_rewrite where oid >= 16384
     union all select 'default', oid, xmin from pg_attrdef
     union all select 'type', oid, xmin from pg_type where oid >= 16384
     union all select 'function', oid, xmin from pg_proc where oid >= 16384
     union all select 'extension', oid, xmin from pg_extension
     union all select 'collation', oid, xmin from pg_collation where oid >= 16384
     union all select 'search', oid, xmin from pg_ts_config
     union all select 'dictionary', oid, xmin from pg_ts_dict
     union all select 'schema', oid, xmin from pg_namespace
     union all select 'large object', oid, xmin from pg_largeobject_metadata
     union all select 'publication', oid, xmin from pg_publication
     union all select 'event trigger', oid, xmin from pg_event_trigger
     union all select 'policy', oid, xmin from pg_policy
     union all select 'statistics', oid, xmin from pg_statistic_ext) more),
  (select string_agg(concat_ws(' ', sequencename, last_value), ',' order by sequencename)
   from pg_sequences),
  (select count(*) from pg_statistic where starelid >= 16384),
  (select concat_ws(' ', datallowconn, datconnlimit, string_agg(setconfig::text, ','))
   from pg_database d left join pg_db_role_setting s on s.setdatabase = d.oid
   where d.datname = current_database() group by datallowconn, datconnlimit),
  (select string_agg(revision, ',') from schema_revision)
"""
_SIZES = """
select relname, pg_table_size(oid) from pg_class
where relkind = 'r' and relnamespace = 'public'::regnamespace
  and relname <> 'schema_revision' and pg_relation_size(oid) > 0
"""
# Ten pages, and the maps that come with them.
_LARGEST = (10 + 6) * 8192


class FreshDatabases:
    """Makes databases on one server like the template, and takes them back."""

    def __init__(self, server: str, template: str) -> None:
        self._server = server
        self._template = template
        self._idle: list[str] = []
        with psycopg.connect(address(server, template), autocommit=True) as template_:
            self._shape = shape_of(template_)
            # Rows that every new database has would be missing in an emptied one.
            self._is_empty = not template_.execute(_SIZES).fetchall()

    def take(self) -> str:
        """Return the name of a database that nobody else knows."""
        if self._idle:
            return self._idle.pop()
        name = _new_name()
        create(self._server, name, self._template)
        return name

    def give_back(self, name: str) -> None:
        """Make a database ready for another test, or drop it."""
        new = _new_name()
        try:
            # Whoever still runs would otherwise find it again, and write into it.
            _rename(self._server, name, new)
        except psycopg.Error:
            drop(self._server, name)
            return
        try:
            is_empty = self._is_empty and self._emptied(new)
        except psycopg.Error:  # it takes nobody, or we may not do all that
            is_empty = False
        if is_empty:
            self._idle.append(new)
        else:
            drop(self._server, new)

    def close(self) -> None:
        for name in self._idle:
            drop(self._server, name)

    def _emptied(self, name: str) -> bool:
        with psycopg.connect(address(self._server, name), autocommit=True) as used:
            sizes = dict(used.execute(_SIZES).fetchall())
            if (
                shape_of(used) != self._shape
                or max(sizes.values(), default=0) > _LARGEST
            ):
                return False
            # Without foreign keys, or the order would matter.
            used.execute("set session_replication_role = replica")
            used.execute("".join(f"delete from {table};" for table in sizes))
            # What happened so far is no reason to vacuum in the middle of a later test.
            used.execute("select pg_stat_reset()")
            return True


def shape_of(connection: psycopg.Connection) -> object:
    """Return what every database has that only rows have changed in."""
    return connection.execute(_SHAPE).fetchone()


def create(server: str, name: str, template: str) -> None:
    with psycopg.connect(server, autocommit=True) as connection:
        how = strategy(connection.info.server_version)
        connection.execute(f"create database {name} template {template}{how}")


def strategy(server_version: int) -> str:
    """Return how to copy: by files, which is half the work for small databases.

    Before version 15 there was no other way, and no word for it.
    """
    return " strategy file_copy" if server_version >= 150_000 else ""


def drop(server: str, name: str) -> None:
    _administer(server, f"drop database if exists {name} with (force)")


def address(server: str, name: str) -> str:
    return f"{server.rsplit('/', 1)[0]}/{name}"


def _rename(server: str, name: str, new: str) -> None:
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(_WITHOUT_OTHERS, [name])
        connection.execute(f"alter database {name} rename to {new}")


def _new_name() -> str:
    return f"test_{uuid.uuid4().hex[:12]}"


def _administer(server: str, statement: str) -> None:
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(statement)
