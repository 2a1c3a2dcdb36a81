"""Writes tags so that every element is closed, in order, and none is too deep.

What a parser then makes of it is what is written: nothing is left to its mending, which
can be made to take time with the square of the length.
"""

from tidings.html.allowlist import BLOCKS, CELLS, INLINE, TABLE_PARTS
from tidings.html.limits import DEEPEST

_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_PARTS = ("caption", "colgroup", "thead", "tbody", "tfoot", "tr", "td", "th")
_READINGS = ("rb", "rt", "rp")

# What the start of an element ends, and inside what it does not look.
_ENDS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "a": (("a",), CELLS),
    "li": (("li",), ("ul", "ol", *CELLS)),
    "dt": (("dt", "dd"), ("dl", *CELLS)),
    "dd": (("dt", "dd"), ("dl", *CELLS)),
    "caption": (_PARTS, ("table",)),
    "colgroup": (_PARTS, ("table",)),
    "col": (("caption", "thead", "tbody", "tfoot", "tr", "td", "th"), ("table",)),
    "thead": (_PARTS, ("table",)),
    "tbody": (_PARTS, ("table",)),
    "tfoot": (_PARTS, ("table",)),
    "tr": (("caption", "colgroup", "tr", "td", "th"), ("table",)),
    "td": (("caption", "colgroup", "td", "th"), ("table", "tr")),
    "th": (("caption", "colgroup", "td", "th"), ("table", "tr")),
    **dict.fromkeys(_READINGS, (_READINGS, ("ruby", *CELLS))),
    **dict.fromkeys(_HEADINGS, (_HEADINGS, CELLS)),
}
# Where an end tag does not look for its start tag.
_OUT_OF_REACH: dict[str, tuple[str, ...]] = {
    "li": ("ul", "ol", *CELLS),
    "dt": ("dl", *CELLS),
    "dd": ("dl", *CELLS),
    "table": (),
    **dict.fromkeys(_PARTS, ("table",)),
}
_NOTHING: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
_BETWEEN_CELLS = frozenset({"table", "thead", "tbody", "tfoot", "tr", "colgroup"})
# What the parts of a table stand in; the first is put there if none is.
_PARENTS = {
    "col": ("colgroup",),
    "tr": ("tbody", "thead", "tfoot"),
    "td": ("tr",),
    "th": ("tr",),
}
# Opened again where the end of something around them ended them too early.
_REOPENED = INLINE | {"p", "div", "section", "article", "blockquote"}
_MOST_REOPENED = 3
_ROOM_FOR_REOPENED = 100_000


class Nesting:
    """The HTML written so far, and the elements that are open at its end."""

    def __init__(self) -> None:
        self.written: list[str] = []
        self._open: list[str] = []
        self._tags: list[str] = []
        # For each name, where in `_open` it stands.
        self._places: dict[str, list[int]] = {}
        self._room = _ROOM_FOR_REOPENED

    @property
    def is_in_formula(self) -> bool:
        """Tell whether what is written now is part of a formula."""
        return bool(self._places.get("math"))

    def start(self, name: str, tag: str) -> bool:
        """Write a start tag if it has its place here; return whether it has."""
        self._make_way(name)
        if not self._has_place(name) or len(self._open) >= DEEPEST:
            return False
        self._push(name, tag)
        return True

    def void(self, name: str, tag: str) -> bool:
        """Write the tag of an element that has no content, in the same way."""
        self._make_way(name)
        if name == "img":
            self._enter_cell()
        if not self._has_place(name):
            return False
        self.written.append(tag)
        return True

    def text(self, text: str) -> None:
        """Write text that is escaped already."""
        if self._is_between_cells() and not text.isspace():
            self._enter_cell()
        if self.written and self.written[-1].startswith("<pre"):
            # A parser drops the first line end here, and the next when it reads again.
            text = text.lstrip("\n")
        if text:
            self.written.append(text)

    def end(self, name: str) -> None:
        """Close an element, if it is open."""
        if self._open and self._open[-1] == name:
            self._close(len(self._open) - 1)
            return
        place = self._place(name)
        if place < 0 or place < self._limit(_OUT_OF_REACH.get(name, CELLS)):
            return
        inside = self._open[place + 1 :]
        if name not in INLINE or not inside:
            self._close(place)
        elif _REOPENED.issuperset(inside) and len(inside) <= _MOST_REOPENED:
            self._close_around(place)
        elif INLINE.issuperset(inside):
            self._close(place)

    def finished(self) -> str:
        """Close everything and return the HTML."""
        self._close(0)
        return "".join(self.written)

    def _make_way(self, name: str) -> None:
        """Close what the start of such an element ends."""
        if name in BLOCKS and self._places.get("p"):
            self._close_around(self._place("p"))
        ended, around = _ENDS.get(name, _NOTHING)
        places = [self._places[each][-1] for each in ended if self._places.get(each)]
        if places:
            limit = self._limit(around)
            self._close(
                min((place for place in places if place > limit), default=DEEPEST)
            )

    def _has_place(self, name: str) -> bool:
        """Return whether an element may stand here; give a cell the row it has to be in."""
        if not self._is_between_cells():
            return name not in TABLE_PARTS
        if name not in _PARENTS:
            return name in TABLE_PARTS
        # A parser would add what is missing between, and then the depth would not agree.
        parents = _PARENTS[name]
        if self._open[-1] not in parents:
            self.start(parents[0], f"<{parents[0]}>")
        return self._open[-1] in parents

    def _is_between_cells(self) -> bool:
        return bool(self._open) and self._open[-1] in _BETWEEN_CELLS

    def _enter_cell(self) -> None:
        """Give what stands between the cells of a table a cell: a parser would move it."""
        if self._is_between_cells():
            self.start("td", "<td>")

    def _place(self, name: str) -> int:
        places = self._places.get(name)
        return places[-1] if places else -1

    def _limit(self, around: tuple[str, ...]) -> int:
        return max(map(self._place, around), default=-1)

    def _push(self, name: str, tag: str) -> None:
        self._places.setdefault(name, []).append(len(self._open))
        self._open.append(name)
        self._tags.append(tag)
        self.written.append(tag)

    def _close(self, place: int) -> None:
        while len(self._open) > place:
            name = self._open.pop()
            self._tags.pop()
            self._places[name].pop()
            self.written.append(f"</{name}>")

    def _close_around(self, place: int) -> None:
        """Close an element and open again the few that were open inside it."""
        names, tags = self._open[place + 1 :], self._tags[place + 1 :]
        self._close(place)
        self._room -= sum(map(len, tags))
        few = len(names) <= _MOST_REOPENED and self._room > 0
        if few and _REOPENED.issuperset(names):
            for name, tag in zip(names, tags, strict=True):
                self._push(name, tag)
