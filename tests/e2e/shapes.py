"""A feed with entries of all the shapes that pictures come in, printed on loopback."""

from dataclasses import dataclass
from html import escape
from io import BytesIO

from PIL import Image, ImageDraw

from tests.cli.web_site import WebSite
from tests.e2e.paper import RSS

FEED = "/shapes.xml"
SAID_TWICE = "The harbour opens again on Sunday"
WORDS = (
    f"{SAID_TWICE}, and the plan of its quays is public. Three ferries"
    " and one crane are expected before the winter, says the council of the city. "
)
TEXT = f"<p>{WORDS * 2}</p><p>{WORDS}</p>"
_MEDIA = "http://search.yahoo.com/mrss/"


@dataclass(frozen=True)
class Shape:
    """An entry: what stands in its item, and what is to be seen of it."""

    key: str
    title: str | None
    html: str
    tags: str = ""
    above: int = 0  # pictures above the text
    inside: int = 0  # pictures in the text
    broken: int = 0  # frames where a picture could not be had
    link: str | None = None  # where it is published, if not on our own site
    cards: int = 0  # players and frames of other sites


def printed(web: WebSite) -> dict[str, Shape]:
    """Publish the feed and its pictures; return the shapes by their keys."""
    for number, (name, size) in enumerate(_SIZES.items()):
        web.pages[f"/{name}.jpg"] = (200, "image/jpeg", painted(*size, number))
    shapes = _shapes(web)
    items = "".join(
        "<item>"
        + (f"<title>{escape(one.title)}</title>" if one.title else "")
        + f"<guid isPermaLink='false'>{one.key}</guid>"
        f"<link>{escape(one.link or web.url() + one.key)}</link>"
        f"<pubDate>{28 - place % 28:02} Sep 2025 {place % 24:02}:00:00 GMT</pubDate>"
        f"<description>{escape(one.html)}</description>{one.tags}</item>"
        for place, one in enumerate(shapes)
    )
    text = (
        f'<rss version="2.0" xmlns:media="{_MEDIA}"><channel><title>Shapes</title>'
        f"<link>{web.url()}</link>{items}</channel></rss>"
    )
    web.pages[FEED] = (200, RSS, text.encode())
    return {one.key: one for one in shapes}


_SIZES = {
    "quay-at-noon": (1200, 675),
    "the-old-crane": (900, 600),
    "small-preview": (240, 135),
    "lighthouse-tower": (600, 2000),
    "panorama-of-the-bay": (4000, 2400),
    "cover-of-the-show": (800, 800),
    **{f"album-picture-{number}": (640 + 40 * number, 480) for number in range(6)},
}


def painted(width: int, height: int, number: int) -> bytes:
    """A sky, a sea and a sun, in colours of its own."""
    hue = number * 47
    sky = Image.linear_gradient("L").resize((width, height))
    color = f"hsl({hue % 360}, 55%, 35%)"
    picture = Image.composite(
        Image.new("RGB", (width, height), f"hsl({(hue + 40) % 360}, 70%, 80%)"),
        Image.new("RGB", (width, height), color),
        sky,
    )
    drawing = ImageDraw.Draw(picture)
    drawing.rectangle((0, height * 2 // 3, width, height), fill=color)
    side = min(width, height) // 5
    left, top = width * 3 // 5, height // 4
    drawing.ellipse((left, top, left + side, top + side), fill="hsl(48, 90%, 75%)")
    written = BytesIO()
    picture.save(written, "JPEG", quality=70)
    return written.getvalue()


def _shapes(web: WebSite) -> list[Shape]:
    def url(name: str) -> str:
        return web.url(f"/{name}.jpg")

    def content(name: str, more: str = "", inner: str = "") -> str:
        return f'<media:content url="{url(name)}" medium="image" {more}>{inner}</media:content>'

    def image(name: str, more: str = 'alt="The quay"') -> str:
        return f'<img src="{url(name)}" {more}>'

    album = [f"album-picture-{number}" for number in range(6)]
    caption = "<media:description>The quay, seen from the tower</media:description>"
    size = 'width="1200" height="675"'
    files = "".join(f'<enclosure url="{url(one)}" type="image/jpeg"/>' for one in album)
    return [
        Shape(
            "sized",
            "A lead picture of known size",
            TEXT,
            content("quay-at-noon", size, caption),
            above=1,
        ),
        Shape(
            "unsized",
            "A lead picture of unknown size",
            TEXT,
            content("the-old-crane"),
            above=1,
        ),
        Shape(
            "thumbnail",
            "A small preview",
            TEXT,
            f'<media:thumbnail url="{url("small-preview")}" width="240" height="135"/>',
            above=1,
        ),
        Shape(
            "enclosure",
            "A picture as an enclosure",
            TEXT,
            f'<enclosure url="{url("quay-at-noon")}" type="image/jpeg" length="9"/>',
            above=1,
        ),
        Shape(
            "tall", "A tall lead picture", TEXT, content("lighthouse-tower"), above=1
        ),
        Shape("album", "An album of six", "<p>At sea.</p>", files, above=6),
        Shape(
            "twice",
            "Declared and in the text",
            f"<p>{image('quay-at-noon', size)}</p>{TEXT}",
            content("quay-at-noon", size),
            inside=1,
        ),
        Shape("huge", "A huge one", f"{image('panorama-of-the-bay')}{TEXT}", inside=1),
        Shape(
            "figure",
            "A figure with a caption",
            f"{TEXT}<figure>{image('the-old-crane')}<figcaption>The old crane, built in"
            f" 1911</figcaption></figure>{TEXT}",
            inside=1,
        ),
        Shape(
            "lazy",
            "A picture for scripts",
            f'<p><img src="data:image/gif;base64,R0lGOD" data-src="{url("the-old-crane")}">'
            f"<noscript>{image('the-old-crane')}</noscript></p>{TEXT}",
            inside=1,
        ),
        Shape(
            "sources",
            "Several sizes",
            f'<picture><source srcset="{url("quay-at-noon")} 1200w" type="image/jpeg">'
            f"{image('small-preview')}</picture>{TEXT}",
            inside=1,
        ),
        Shape(
            "gallery",
            "A gallery in the text",
            "<p>Six of them:</p>"
            + "".join(f"<figure>{image(one)}</figure>" for one in album)
            + TEXT,
            inside=6,
        ),
        Shape(
            "broken-lead",
            "A lead picture that is gone",
            TEXT,
            content("gone", size, caption),
            broken=1,
        ),
        Shape(
            "broken-inside",
            "A picture in the text that is gone",
            f"<p>{image('gone-too', 'alt=Ship')}</p>{TEXT}",
            broken=1,
        ),
        Shape("plain", "Only words", TEXT),
        Shape(
            "arabic",
            "فُتح الميناء من جديد",
            "<p>فُتح الميناء القديم من جديد يوم الأحد، والمدينة كلها هناك.</p>" * 3,
            content("quay-at-noon", size),
            above=1,
        ),
        Shape(
            "code",
            "How ships are greeted",
            f"{TEXT}<pre><code>for ship in harbour:\n    ship.greet()</code></pre>",
        ),
        Shape("wordless", None, f"<p>Fog until noon. {WORDS}</p>"),
        Shape("photo", None, image("the-old-crane"), inside=1),
        Shape(
            "said-twice",
            SAID_TWICE,
            f"<p>{WORDS}</p>",
            content("quay-at-noon", size),
            above=1,
        ),
        *_of_other_sites(url("small-preview")),
        Shape("formula", "A formula", _FORMULA + TEXT),
        Shape("notes", "Notes, tables and more", _NOTES),
        Shape(
            "podcast",
            "An episode with its cover",
            TEXT,
            f'<enclosure url="{web.url("/1.mp3")}" type="audio/mpeg" length="9"/>'
            f'<media:thumbnail url="{url("cover-of-the-show")}" width="800" height="800"/>',
            above=1,
        ),
    ]


_FORMULA = (
    "<p>It is said that <math><semantics><mrow><mi>E</mi><mo>=</mo><mi>m</mi>"
    "<msup><mi>c</mi><mn>2</mn></msup></mrow><annotation>E = mc2</annotation>"
    "</semantics></math> holds at sea, too.</p>"
    '<math display="block"><mfrac><mn>1</mn><msqrt><mi>x</mi></msqrt></mfrac></math>'
)
_NOTES = (
    '<p>Ships<a id="ref1" href="#note1"><sup>1</sup></a> come to the'
    " <ruby>港<rp>(</rp><rt>みなと</rt><rp>)</rp></ruby>.</p>"
    "<details><summary>Timetable</summary><p>Ten ferries a day.</p></details><table><tr>"
    + "".join(f"<th>Quay-number-{number}</th>" for number in range(9))
    + f"</tr></table>{TEXT * 4}"
    '<p id="note1">Counted in May. <a href="#ref1">Back</a></p>'
)

FILM = "https://www.youtube.com/watch?v=U-AfiD2NgYg"
_FRAMES = (
    '<iframe src="https://www.youtube.com/embed/abc" title="How the bridge moves"></iframe>',
    '<iframe src="https://player.vimeo.com/video/12"></iframe>',
    '<iframe src="https://open.spotify.com/embed/episode/1a"></iframe>',
    '<iframe src="https://social.example/@ann/112233445566/embed"></iframe>',
    '<iframe src="https://www.openstreetmap.org/export/embed.html?bbox=1%2C2"></iframe>',
    '<iframe src="https://charts.example/ships" title="Ships by year"></iframe>',
)


def _of_other_sites(preview: str) -> list[Shape]:
    return [
        Shape(
            "film",
            "A film of YouTube",
            "",
            '<media:group><media:content url="https://www.youtube.com/v/U-AfiD2NgYg"'
            ' type="application/x-shockwave-flash" duration="754"/>'
            f'<media:thumbnail url="{preview}" width="480" height="360"/>'
            "<media:description>The plan: https://harbour.example/plan.\nBye!"
            "</media:description><media:community>"
            '<media:statistics views="123456"/></media:community></media:group>',
            link=FILM,
            cards=1,
        ),
        Shape("embeds", "Frames of other sites", TEXT + TEXT.join(_FRAMES), cards=6),
    ]
