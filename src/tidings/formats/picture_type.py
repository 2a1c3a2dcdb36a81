"""What kind of picture some bytes begin: by the bytes alone, whatever anyone says.

Only plain pixel formats that browsers show. A drawing (SVG) is a program and is none.
"""

HEAD = 32  # bytes that are enough to tell

_MAGIC = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"\0\0\1\0", "image/x-icon"),
)
_AVIF = (b"avif", b"avis")
_BMP_HEADERS = (12, 40, 52, 56, 64, 108, 124)  # the lengths that there are


def picture_type(head: bytes) -> str | None:
    """Return the media type of a picture; None if it is none that we know."""
    for magic, media_type in _MAGIC:
        if head.startswith(magic):
            return media_type
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return "image/webp"
    if head[4:8] == b"ftyp" and head[8:12] in _AVIF:
        return "image/avif"
    is_bmp = head[:2] == b"BM" and head[6:10] == b"\0\0\0\0"
    if is_bmp and int.from_bytes(head[14:18], "little") in _BMP_HEADERS:
        return "image/bmp"
    return None
