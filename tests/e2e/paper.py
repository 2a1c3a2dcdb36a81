"""A small newspaper on loopback: a home page, feeds that grow and change, an OPML list."""

from dataclasses import dataclass, field, replace
from html import escape
from xml.sax.saxutils import quoteattr

from tests.cli.web_site import WebSite

RSS = "application/rss+xml"
HARBOUR = "/harbour.xml"
KITCHEN = "/kitchen.xml"
# Everything that entries are made of, so that every page shows all of it.
RICH = """
<p>The <b>old</b> harbour opens again, and the <a href="https://site.example/plan">plan
of its quays</a> is public.</p>
<h2>What it costs</h2>
<table><thead><tr><th>Quay</th><th>Year</th></tr></thead>
<tbody><tr><td>North</td><td>2025</td></tr></tbody></table>
<ul><li>Three ferries</li><li>One crane</li></ul>
<blockquote><p>It took us long enough.</p></blockquote>
<pre><code>for ship in harbour:
    ship.greet()</code></pre>
"""


@dataclass(frozen=True)
class Article:
    """What a feed says in one entry."""

    key: str
    title: str
    html: str = "<p>Nothing more is known.</p>"


@dataclass
class Paper:
    """What the newspaper prints now; it is read at its loopback address."""

    web: WebSite
    articles: dict[str, list[Article]] = field(default_factory=dict)

    def url(self, path: str = "/") -> str:
        return self.web.url(path)

    def print_feed(self, path: str, name: str, *articles: Article) -> None:
        """Publish a feed; the first article is the newest."""
        self.articles[path] = list(articles)
        self._print(path, name)

    def add(self, path: str, name: str, article: Article) -> None:
        self.articles[path].insert(0, article)
        self._print(path, name)

    def edit(self, path: str, name: str, key: str, html: str) -> None:
        """Change an article without a word about it."""
        self.articles[path] = [
            replace(one, html=html) if one.key == key else one
            for one in self.articles[path]
        ]
        self._print(path, name)

    def opml(self, *names: str) -> str:
        """Return a list of feeds with these names, which are published as well."""
        lines = []
        for number, name in enumerate(names):
            path = f"/list/{number}.xml"
            self.print_feed(path, name, Article(f"{number}-1", f"News of {name}"))
            address = quoteattr(self.url(path))
            lines.append(f"<outline type='rss' text='{name}' xmlUrl={address}/>")
        feeds = "".join(lines)
        return (
            "<opml version='2.0'><head/><body>"
            f"<outline text='Imported'>{feeds}</outline></body></opml>"
        )

    def _print(self, path: str, name: str) -> None:
        count = len(self.articles[path])
        entries = "".join(
            f"<item><title>{escape(one.title)}</title>"
            f"<guid isPermaLink='false'>{one.key}</guid>"
            f"<link>{self.url(path.replace('.xml', ''))}/{one.key}</link>"
            f"<pubDate>{count - place:02} Sep 2025 12:00:00 GMT</pubDate>"
            f"<description>{escape(one.html)}</description></item>"
            for place, one in enumerate(self.articles[path])
        )
        text = (
            f'<rss version="2.0"><channel><title>{name}</title>'
            f"<link>{self.url()}</link>{entries}</channel></rss>"
        )
        self.web.pages[path] = (200, RSS, text.encode())


def print_paper(web: WebSite) -> Paper:
    """Return a newspaper with two feeds and a home page that names one of them."""
    paper = Paper(web)
    paper.print_feed(
        HARBOUR,
        "The Harbour",
        Article("quay", "The quay is open again", RICH),
        Article("ferry", "A third ferry for the island"),
        Article("gulls", "Gulls learn to open boxes"),
        Article("fog", "Fog until noon"),
        Article("rope", "How rope is made"),
    )
    paper.print_feed(
        KITCHEN,
        "Kitchen Notes",
        Article("bread", "Bread in ten steps"),
        Article("soup", "A soup for the fog"),
    )
    web.page(
        "/",
        "<html><head><title>The Harbour</title><link rel='alternate'"
        f" type='{RSS}' title='The Harbour' href='{HARBOUR}'></head>"
        "<body><h1>The Harbour</h1></body></html>",
    )
    return paper
