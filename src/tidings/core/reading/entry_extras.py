"""By what signs an entry is known to have sound or film.

Its files are kept as JSON, whose small letters hold one of these signs; what a server did
not name is known by the end of its name.
"""

from tidings.core.reading.search_leaves import Extra


def _signs(kind: str, endings: tuple[str, ...]) -> tuple[str, ...]:
    # JSON of ours is written without a space, that of other installations with one.
    types = (f'"type":"{kind}/', f'"type": "{kind}/')
    return (*types, *(f'{ending}"' for ending in endings))


FILE_SIGNS = {
    Extra.AUDIO: _signs("audio", (".mp3", ".m4a", ".aac", ".ogg", ".opus", ".flac")),
    Extra.VIDEO: _signs("video", (".mp4", ".m4v", ".webm", ".ogv")),
}
# Feeds of these sites say nothing else about their films.
VIDEO_PAGES = (
    "://www.youtube.com/",
    "://youtube.com/",
    "://youtu.be/",
    "://vimeo.com/",
)


def has_sound_or_film(extra: Extra, extras: str, url: str, *, has_files: bool) -> bool:
    """Return whether an entry has audio or video; `extras` and `url` in small letters."""
    if has_files and any(sign in extras for sign in FILE_SIGNS[extra]):
        return True
    return extra is Extra.VIDEO and any(page in url for page in VIDEO_PAGES)
