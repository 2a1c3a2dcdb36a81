"""Read state the naive way: sets and dicts, one flag per user and entry.

The store must agree with this after every step of every history.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass
class ModelEntry:
    id: int
    feed: int
    seq: int
    sort_at: int
    shown: bool = True


@dataclass
class ModelSubscription:
    active: bool
    visible: set[int] = field(default_factory=set)
    left_seq: int = 0
    muted: bool = False
    folder: int | None = None  # 1 is inside 0


@dataclass
class ModelUser:
    subscriptions: dict[int, ModelSubscription] = field(default_factory=dict)
    read: set[int] = field(default_factory=set)
    starred: dict[int, int] = field(default_factory=dict)  # since when
    tagged: set[int] = field(default_factory=set)
    hidden: set[int] = field(default_factory=set)
    muted_folders: set[int] = field(default_factory=set)


class Model:
    """What should be true."""

    def __init__(self) -> None:
        self.entries: dict[int, ModelEntry] = {}
        self.users: dict[int, ModelUser] = {}
        self.last_seq: dict[int, int] = {}
        self.last_at: dict[int, int] = {}
        self.floor: dict[int, int] = {}

    def add_user(self, user: int) -> None:
        self.users[user] = ModelUser()

    def add_feed(self, feed: int) -> None:
        self.last_seq[feed] = self.last_at[feed] = self.floor[feed] = 0

    def of_feed(self, feed: int) -> list[ModelEntry]:
        return [entry for entry in self.entries.values() if entry.feed == feed]

    def insert(
        self, feed: int, ids: list[int], published: list[int | None], now: int
    ) -> None:
        received = max(now, self.last_at[feed])

        def believed(at: int | None) -> int:
            return received if at is None else max(0, min(at, received))

        for id_, at in zip(ids, sorted(map(believed, published)), strict=True):
            self.last_seq[feed] += 1
            self.last_at[feed] = max(self.last_at[feed], at)
            self.entries[id_] = ModelEntry(
                id_, feed, self.last_seq[feed], self.last_at[feed]
            )
            for user in self.users.values():
                subscription = user.subscriptions.get(feed)
                if subscription and subscription.active:
                    subscription.visible.add(id_)

    def show(self, ids: list[int], shown: bool) -> None:
        for id_ in ids:
            self.entries[id_].shown = shown

    def subscribe(self, user_id: int, feed: int) -> None:
        user = self.users[user_id]
        shown = {entry.id for entry in self.of_feed(feed) if entry.shown}
        old = user.subscriptions.get(feed)
        if old is None:
            user.subscriptions[feed] = ModelSubscription(True, shown)
            return
        if old.active:
            return
        old.active = True
        if old.left_seq == self.last_seq[feed]:
            return
        still_unread = old.visible - user.read
        kept = {id_ for id_ in old.visible if self.keeps(user, id_)}
        user.read -= shown - old.visible
        old.visible = still_unread | kept | shown
        gone = {entry.id for entry in self.of_feed(feed)} - shown - kept
        user.hidden -= gone

    def unsubscribe(self, user_id: int, feed: int) -> None:
        subscription = self.users[user_id].subscriptions.get(feed)
        if subscription and subscription.active:
            subscription.active = False
            subscription.left_seq = self.last_seq[feed]

    def mute(self, user_id: int, feed: int, muted: bool) -> None:
        subscription = self.users[user_id].subscriptions.get(feed)
        if subscription and subscription.active:
            subscription.muted = muted

    def move(self, user_id: int, feed: int, folder: int | None) -> None:
        subscription = self.users[user_id].subscriptions.get(feed)
        if subscription and subscription.active:
            subscription.folder = folder

    def mute_folder(self, user_id: int, folder: int, muted: bool) -> None:
        folders = self.users[user_id].muted_folders
        (folders.add if muted else folders.discard)(folder)

    def is_muted(self, user_id: int, feed: int) -> bool:
        user = self.users[user_id]
        subscription = user.subscriptions[feed]
        around = {None: set[int](), 0: {0}, 1: {0, 1}}[subscription.folder]
        return subscription.muted or bool(around & user.muted_folders)

    def mark(self, user_id: int, ids: list[int], read: bool) -> None:
        user = self.users[user_id]
        for id_ in ids:
            if self.sees(user, id_):
                (user.read.add if read else user.read.discard)(id_)
                if not read:
                    user.hidden.discard(id_)

    def hide(self, user_id: int, ids: list[int]) -> None:
        user = self.users[user_id]
        for id_ in ids:
            if self.sees(user, id_):
                user.read.add(id_)
                user.hidden.add(id_)

    def mark_all(self, user_id: int, up: int, feeds: list[int] | None) -> None:
        user = self.users[user_id]
        for feed, subscription in user.subscriptions.items():
            if subscription.active and (feeds is None or feed in feeds):
                user.read |= {id_ for id_ in subscription.visible if id_ <= up}

    def star(self, user_id: int, ids: list[int], starred: bool, now: int) -> None:
        user = self.users[user_id]
        for id_ in ids:
            if not starred:
                user.starred.pop(id_, None)
            elif self.sees(user, id_):
                user.starred.setdefault(id_, now)

    def tag(self, user_id: int, ids: list[int], tagged: bool) -> None:
        user = self.users[user_id]
        for id_ in ids:
            if not tagged:
                user.tagged.discard(id_)
            elif self.sees(user, id_):
                user.tagged.add(id_)

    def forget(self, feed: int, seq: int) -> None:
        seq = min(seq, self.last_seq[feed])
        if seq <= self.floor[feed]:
            return
        self.floor[feed] = seq
        for entry in [e for e in self.of_feed(feed) if e.seq <= seq]:
            needed = False
            for user in self.users.values():
                subscription = user.subscriptions.get(feed)
                if subscription is None:
                    continue
                if self.keeps(user, entry.id):
                    needed = True
                else:
                    subscription.visible.discard(entry.id)
                    user.read.discard(entry.id)
                    user.hidden.discard(entry.id)
            if not needed and not entry.shown:
                del self.entries[entry.id]

    def forget_unread(self, feed: int, seq: int) -> None:
        """Forget what nobody read, up to a number; the rest of it counts as read."""
        subscribed = [
            user for user in self.users.values() if feed in user.subscriptions
        ]
        for entry in self.of_feed(feed):
            if not self.floor[feed] < entry.seq <= seq or entry.shown:
                continue
            seeing = [
                user
                for user in subscribed
                if user.subscriptions[feed].active
                and entry.id in user.subscriptions[feed].visible
            ]
            is_read = any(entry.id in user.read for user in seeing)
            if seeing and not is_read and not self.is_kept(entry.id):
                for user in subscribed:
                    user.subscriptions[feed].visible.discard(entry.id)
                    user.read.discard(entry.id)
                    user.hidden.discard(entry.id)
                del self.entries[entry.id]
                continue
            for user in subscribed:
                is_seen = entry.id in user.subscriptions[feed].visible
                if is_seen and not self.keeps(user, entry.id):
                    user.read.add(entry.id)

    def is_kept(self, id_: int) -> bool:
        return any(self.keeps(user, id_) for user in self.users.values())

    def keeps(self, user: ModelUser, id_: int) -> bool:
        return id_ in user.starred or id_ in user.tagged

    def sees(self, user: ModelUser, id_: int) -> bool:
        entry = self.entries.get(id_)
        if entry is None:
            return False
        subscription = user.subscriptions.get(entry.feed)
        if subscription is None:
            return False
        in_feed = subscription.active and id_ in subscription.visible
        return in_feed or self.keeps(user, id_)

    def listed(
        self, user_id: int, *, unread: bool, feeds: list[int] | None
    ) -> list[ModelEntry]:
        """Newest first."""
        user = self.users[user_id]
        ids = [
            id_
            for feed, subscription in user.subscriptions.items()
            if subscription.active and (feeds is None or feed in feeds)
            for id_ in subscription.visible
            if not (unread and id_ in user.read) and id_ not in user.hidden
        ]
        return self.sorted(ids)

    def sorted(self, ids: Iterable[int]) -> list[ModelEntry]:
        entries = [self.entries[id_] for id_ in ids]
        return sorted(entries, key=lambda e: (e.sort_at, e.id), reverse=True)

    def fair(self, user_id: int) -> list[int]:
        ranks: dict[int, int] = {}
        placed = []
        for entry in sorted(
            self.listed(user_id, unread=True, feeds=None), key=lambda e: -e.seq
        ):
            ranks[entry.feed] = ranks.get(entry.feed, 0) + 1
            placed.append((ranks[entry.feed], -entry.sort_at, -entry.id, entry.id))
        return [id_ for *_, id_ in sorted(placed)]
