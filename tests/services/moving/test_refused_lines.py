"""Files that are not an export, and lines of one that make no sense, are refused."""

from io import BytesIO

import pytest

from tests.make import NOON, a_user
from tests.services.moving.test_user_data import IDS, as_file, exported, fill, imported
from tidings.core.errors import Invalid
from tidings.services.moving.user_data import start_import
from tidings.services.reading.entries import Enclosure, open_entry
from tidings.services.reading.saved_searches import list_searches


async def test_bad_lines_are_refused_and_the_rest_comes_in(services):
    header = {"kind": "tidings_export", "version": 1, "exported_at": NOON}
    line = (await sample_entry(services))[0]
    url = "https://x.example/a.pdf"
    odd_file = {"url": url, "length": "9", "type": 5, "play_url": "javascript:alert(1)"}
    file = as_file(
        [
            header,
            {"kind": "folder", "path": ["Good"]},
            {"kind": "folder", "path": []},
            {"kind": "subscription", "url": "javascript:alert(1)"},
            {"kind": "unknown"},
            {"kind": "tag", "name": "a\0b"},
            {"kind": "search", "id": IDS[8], "name": "May", "query": "after:May"},
            {
                **line,
                "url": "javascript:alert(1)",
                "image_url": "data:x",
                "extras": {"categories": ["a"], "enclosures": [odd_file]},
            },
        ]
    )
    bob = services.write(a_user, "bob")
    report = await imported(services, bob, file + b"not json\n")
    assert report["brought_in"] == {"folder": 1, "entry": 1}
    assert report["refused"] == 7  # the last: the file breaks off
    ((number, *addresses),) = services.rows(
        "select e.id, e.url, e.image_url from entries e cross join feeds f"
        f" where f.id = e.feed_id and f.owner_id = {bob}"
    )
    assert addresses == [None, None]
    opened = await open_entry(services.context, bob, number, lambda entry: entry)
    assert opened.enclosures == [Enclosure(url)]
    assert opened.has_enclosures
    assert await list_searches(services.context, bob) == []


async def sample_entry(services):
    services.write(fill, services.user)
    lines = await exported(services, services.user)
    return [line for line in lines if line["kind"] == "entry"]


@pytest.mark.parametrize(
    "file",
    [
        b"",
        b"hello",
        b"{}",
        b'{"kind":"end","lines":1}',
        b"\xff\xfe",
        b'{"kind":"tidings_export","version":99,"exported_at":1}',
    ],
)
async def test_file_of_another_kind_is_refused_at_once(services, file):
    with pytest.raises(Invalid):
        await start_import(services.context, services.user, BytesIO(file))
