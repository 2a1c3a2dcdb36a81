"""Which process may import what: each library costs memory and time at every start.

The processes are the real ones, and are looked at when they end.
"""

import ast
import json
from pathlib import Path

import pytest

from tests.cli.program import Program, free_port, get
from tests.house.test_house_rules import SOURCE, modules, named, tree_of

# A name stands for a package and all below it. Add a line when a process has become free
# of something; docs/architecture.md points here.
FOR_DEVELOPMENT = {"sqlalchemy", "alembic", "mako"}
COMMANDS_ONLY = {"tidings.store.engine.copying", "tidings.store.engine.backup"}
NOT_ON_SQLITE = {"psycopg", "psycopg_binary", "redis"}
ANSWERS_REQUESTS = {"fastapi", "starlette", "uvicorn"}
# They read commands and draw tables for people.
FOR_TERMINALS = {"typer", "rich", "pygments", "tidings.cli.commands"}
EVERYWHERE = FOR_DEVELOPMENT | COMMANDS_ONLY | NOT_ON_SQLITE | FOR_TERMINALS
# Pillow and NumPy come with the first new icon, or the first new entry, pydantic with the
# first long job, cryptography with the first secret or notification.
IDLE_WORKER = (
    EVERYWHERE
    | ANSWERS_REQUESTS
    | {"tidings.web", "numpy", "PIL", "pydantic", "cryptography"}
)
MUST_NOT_IMPORT = {
    "serve": EVERYWHERE
    | ANSWERS_REQUESTS
    | {"aiohttp", "cryptography", "lxml", "numpy", "PIL", "sqlite3"}
    | {"tidings.context", "tidings.store", "tidings.services", "tidings.web"},
    "web": EVERYWHERE | {"numpy", "PIL", "cryptography", "tidings.demo"},
    "worker": IDLE_WORKER,
    "worker --once": IDLE_WORKER,
}
# Found by Python at the start of each process, because its folder is on the path.
_NOTE_AT_THE_END = """
import atexit, json, os, sys

def note():
    words = [word for word in sys.argv[1:] if word != "process"]
    role = " ".join(words) if "worker" == words[0] and "--once" in words else words[0]
    with open(os.path.join(os.path.dirname(__file__), f"{role}.json"), "w") as file:
        json.dump(sorted(sys.modules), file)

atexit.register(note)
"""


@pytest.fixture(scope="module")
def imported(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """What each process had imported when it ended, after it did what it is for."""
    place = tmp_path_factory.mktemp("processes")
    notes = place / "notes"
    notes.mkdir()
    (notes / "sitecustomize.py").write_text(_NOTE_AT_THE_END)
    port = free_port()
    path = f"{notes}:{SOURCE.parent}"
    program = Program(place, {"PYTHONPATH": path, "TIDINGS_PORT": str(port)})
    with program.start("serve") as running:
        running.wait_for("Tidings runs at")
        running.wait_for("worker started")
        assert get(port)[0] == 200
        running.end()
    with program.start("worker", "--once") as running:
        assert running.process.wait(30) == 0
    return {note.stem: json.loads(note.read_text()) for note in notes.glob("*.json")}


@pytest.mark.parametrize("process", MUST_NOT_IMPORT)
def test_a_process_imports_only_what_it_needs(
    process: str, imported: dict[str, list[str]]
) -> None:
    forbidden = MUST_NOT_IMPORT[process]
    assert "tidings.config" in imported[process]  # or nothing was looked at
    assert [
        name
        for name in imported[process]
        if any(name == one or name.startswith(f"{one}.") for one in forbidden)
    ] == []


def test_only_the_declared_tables_need_what_is_there_for_development() -> None:
    guilty = [
        f"{named(path)} imports {name}"
        for path in modules()
        if not path.is_relative_to(SOURCE / "store" / "tables")
        for name in _imports(path)
        if name.split(".")[0] in FOR_DEVELOPMENT
        or name.startswith("tidings.store.tables")
    ]
    assert guilty == []


def _imports(path: Path) -> list[str]:
    found: list[str] = []
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            found += [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom):
            found.append(node.module or "")
            found += [f"{node.module}.{name.name}" for name in node.names]
    return found
