"""Changes of a highlight from several devices, merged in whatever order they arrive.

Of each part the newest intent counts; an edit after a deletion brings the highlight back.
So all orders end the same, and a repeated intent changes nothing.
"""

from dataclasses import dataclass, replace

from tidings.core.reading.anchors import Anchor


@dataclass(frozen=True, slots=True)
class Highlight:
    """A marked passage, or without a quote a note on the whole entry."""

    id: str
    entry_id: int
    anchor: Anchor
    note: str
    color: str
    anchor_at: int  # when each part was wanted so
    note_at: int
    color_at: int
    created_at: int
    changed_at: int = 0  # when we last received a change
    deleted_at: int | None = None  # None: it is there

    @property
    def edited_at(self) -> int:
        return max(self.anchor_at, self.note_at, self.color_at)


@dataclass(frozen=True, slots=True)
class Edit:
    """What to change; None: stays as it is."""

    anchor: Anchor | None = None
    note: str | None = None
    color: str | None = None


def edited(highlight: Highlight, edit: Edit, at: int) -> Highlight:
    """Return the highlight after an edit that was made at a time."""
    new = highlight
    if edit.anchor is not None and _is_newer(
        (at, _sortable(edit.anchor)), (new.anchor_at, _sortable(new.anchor))
    ):
        new = replace(new, anchor=edit.anchor, anchor_at=at)
    if edit.note is not None and _is_newer((at, edit.note), (new.note_at, new.note)):
        new = replace(new, note=edit.note, note_at=at)
    if edit.color is not None and _is_newer(
        (at, edit.color), (new.color_at, new.color)
    ):
        new = replace(new, color=edit.color, color_at=at)
    if new.deleted_at is not None and new.edited_at > new.deleted_at:
        new = replace(new, deleted_at=None)
    return new


def deleted(highlight: Highlight, at: int) -> Highlight:
    """Return the highlight after a deletion; one that was edited later stays."""
    if at < max(highlight.edited_at, highlight.deleted_at or 0):
        return highlight
    return replace(highlight, deleted_at=at)


def _is_newer(one: tuple[int, object], other: tuple[int, object]) -> bool:
    # Two changes at one moment: every device must choose the same.
    return one > other


def _sortable(anchor: Anchor) -> tuple[str, str, str, int]:
    return anchor.quote, anchor.prefix, anchor.suffix, anchor.position
