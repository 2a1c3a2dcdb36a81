import re

import pytest

from tidings.html.sanitize import sanitize

BASE = "https://blog.example/posts/one?page=2#top"
LINK = 'target="_blank" rel="noopener noreferrer"'
LOADING = 'loading="lazy" decoding="async" referrerpolicy="no-referrer"'
GIF = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
PNG = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUAAAAF"


def clean(html: str) -> str:
    return sanitize(html, base_url=BASE)


@pytest.mark.parametrize(
    "html",
    [
        "",
        "plain &amp; simple",
        "<p>a <em>b</em> <strong>c</strong><br>d</p>",
        '<h2>a</h2><ul><li>b</li></ul><ol start="3"><li>c</li></ol>',
        "<blockquote><p>quoted</p></blockquote>",
        '<pre class="language-python"><code>if a &lt; b:\n    c()</code></pre>',
        "<figure><figcaption>caption</figcaption></figure>",
        "<table><caption>t</caption><thead><tr><th>a</th></tr></thead>"
        '<tbody><tr><td colspan="2">b</td></tr></tbody></table>',
        '<details open=""><summary>more</summary>text</details>',
        "x<sup>2</sup> H<sub>2</sub>O <kbd>Ctrl</kbd> <mark>m</mark> <s>old</s>",
        "<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>",
        '<abbr title="HyperText">HT</abbr> <time datetime="2024-05-01">May</time>',
        '<p dir="rtl" lang="ar">مرحبا</p>',
        "<dl><dt>term</dt><dd>meaning</dd></dl>",
        "<p><math><mi>E</mi><mo>=</mo><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup></math></p>",
        '<math display="block"><mfrac><mn>1</mn><msqrt><mi>x</mi></msqrt></mfrac></math>',
        '<math><mtable><mtr><mtd columnspan="2"><mtext>if</mtext></mtd></mtr></mtable></math>',
    ],
)
def test_what_people_write_stays_as_it_is(html: str) -> None:
    assert clean(html) == html


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>one<p>two", "<p>one</p><p>two</p>"),
        ("<ul><li>a<li>b</ul>", "<ul><li>a</li><li>b</li></ul>"),
        ("<dl><dt>a<dd>b<dt>c</dl>", "<dl><dt>a</dt><dd>b</dd><dt>c</dt></dl>"),
        (
            "<table><tr><td>a<td>b<tr><td>c</table>",
            "<table><tbody><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></tbody></table>",
        ),
        ("<b>a<i>b</b>c</i>", "<b>a<i>b</i></b><i>c</i>"),
        ("<b><p>a</b>b</p>", "<b><p>a</p></b><p>b</p>"),
        ("<h1>a<h2>b", "<h1>a</h1><h2>b</h2>"),
        ("<p>a</div>b</p></p>", "<p>ab</p>"),
        ("<div><td>a</td></div>", "<div>a</div>"),
        (
            "<table>a<tr><td>b</table>",
            "<table><tbody><tr><td>a</td></tr><tr><td>b</td></tr></tbody></table>",
        ),
        (
            "<table><form><tr><td>a</form></table>",
            "<table><tbody><tr><td>a</td></tr></tbody></table>",
        ),
        ("a</br>b", "a<br>b"),
        ("a < b && c > d", "a &lt; b &amp;&amp; c &gt; d"),
        ("<center>a</center><font color=red>b</font>", "<div>a</div>b"),
        ("<pre>\n\na\r\nb</pre>", "<pre>a\nb</pre>"),
        ("cut off <a href='https://exam", "cut off "),
        ("<P CLASS=x STYLE='color:red'>a</P>", "<p>a</p>"),
        ("a\0b\ud800c", "abc"),
    ],
)
def test_careless_html_is_mended(html: str, expected: str) -> None:
    assert clean(html) == expected


@pytest.mark.parametrize(
    ("href", "expected"),
    [
        ("https://x.example/a?b=1&amp;c=2", "https://x.example/a?b=1&amp;c=2"),
        ("two", "https://blog.example/posts/two"),
        ("/two", "https://blog.example/two"),
        ("../two", "https://blog.example/two"),
        ("?page=3", "https://blog.example/posts/one?page=3"),
        ("//x.example/a", "https://x.example/a"),
        (" https://x.example/a b ", "https://x.example/a%20b"),
        ("HTTP://X.example/a", "HTTP://X.example/a"),
        ("mailto:a@x.example", "mailto:a@x.example"),
        ("https://bücher.example/ü", "https://bücher.example/ü"),
    ],
)
def test_links_become_whole(href: str, expected: str) -> None:
    assert clean(f'<a href="{href}">x</a>') == f'<a href="{expected}" {LINK}>x</a>'


@pytest.mark.parametrize(
    "href",
    ["javascript:x()", "tel:1", "https://user:secret@x.example/", ""],
)
def test_a_link_that_may_not_be_followed_is_only_text(href: str) -> None:
    assert clean(f'<a href="{href}">x</a>') == '<a rel="noopener noreferrer">x</a>'


def test_without_a_base_only_whole_links_lead_somewhere() -> None:
    html = '<a href="two">a</a> <a href="https://x.example/">b</a>'
    expected = (
        f'<a rel="noopener noreferrer">a</a> <a href="https://x.example/" {LINK}>b</a>'
    )
    assert sanitize(html, base_url=None) == expected


def test_footnotes_lead_to_their_places() -> None:
    html = (
        '<a id="r1" href="#fn:1">1</a><p id="fn:1">note '
        '<a href="https://blog.example/posts/one?page=2#r1">back</a> <a href="#gone">x</a>'
    )
    assert clean(html) == (
        '<a id="entry-r1" href="#entry-fn:1" rel="noopener noreferrer">1</a>'
        '<p id="entry-fn:1">note <a href="#entry-r1" rel="noopener noreferrer">back</a> '
        f'<a href="https://blog.example/posts/one?page=2#gone" {LINK}>x</a></p>'
    )


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (
            "<img src=a.png alt=x width=10 height=20>",
            'alt="x" width="10" height="20" src="https://blog.example/posts/a.png"',
        ),
        ("<img src=http://x.example/a.png>", 'src="http://x.example/a.png"'),
        (
            "<img title='the joke' src=/a.png>",
            'title="the joke" src="https://blog.example/a.png"',
        ),
        (
            "<img srcset='a.png 1x, /b.png 2x'>",
            'srcset="https://blog.example/posts/a.png 1x, https://blog.example/b.png 2x"',
        ),
        (f"<img src='{GIF}' data-src=a.png>", 'src="https://blog.example/posts/a.png"'),
        (
            "<img src=blank.gif data-original=/a.png>",
            'src="https://blog.example/a.png"',
        ),
        (
            "<img src=small.jpg data-lazy-src=big.jpg>",
            'src="https://blog.example/posts/big.jpg"',
        ),
        (
            "<img src=x/spacer.gif data-srcset='/b.png 2x'>",
            'srcset="https://blog.example/b.png 2x"',
        ),
        ("<amp-img src=/a.png></amp-img>", 'src="https://blog.example/a.png"'),
        (f"<img src='{PNG}'>", f'src="{PNG}"'),
        (
            "<noscript><img src=/a.png>no scripts</noscript>",
            'src="https://blog.example/a.png"',
        ),
        (
            "<img src=/t.gif data-src=/a.png><noscript><img src=/a.png></noscript>",
            'src="https://blog.example/a.png"',
        ),
    ],
)
def test_the_real_picture_is_shown_once(html: str, expected: str) -> None:
    assert clean(html) == f"<img {expected} {LOADING}>"


@pytest.mark.parametrize(
    "html",
    [
        "<img src=https://x.example/p.gif width=1 height=1>",
        "<img src=https://x.example/p.gif width=1px height=0>",
        "<img src=https://x.example/p.gif style='width:1px; height:1px'>",
        "<img src=https://x.example/p.gif style='display: none'>",
        "<img src=https://pixel.wp.com/b.gif?host=x>",
        "<img src=https://feeds.feedburner.com/~r/blog/~4/1>",
        "<img src=https://x.us1.list-manage.com/track/open.php?u=1>",
        "<iframe src=https://www.googletagmanager.com/ns.html width=0 height=0></iframe>",
        f"<img src='{GIF}'>",
        f"<img src='{PNG}{'A' * 200_000}'>",
        "<img src=spacer.gif><img>",
    ],
)
def test_what_only_counts_readers_is_gone(html: str) -> None:
    assert clean(html) == ""


def test_a_thin_border_is_no_tracking() -> None:
    assert "<img" in clean("<img src=/a.png style='border-width:1px;max-height:1px'>")


@pytest.mark.parametrize(
    ("frame", "page"),
    [
        (
            "https://www.youtube.com/embed/abc-_1?rel=0",
            "https://www.youtube.com/watch?v=abc-_1",
        ),
        ("//www.youtube-nocookie.com/embed/abc", "https://www.youtube.com/watch?v=abc"),
        (
            "https://www.youtube.com/embed/videoseries?list=PL1",
            "https://www.youtube.com/playlist?list=PL1",
        ),
        ("https://player.vimeo.com/video/123?h=1", "https://vimeo.com/123/1"),
        (
            "https://www.dailymotion.com/embed/video/x1",
            "https://www.dailymotion.com/video/x1",
        ),
        (
            "https://open.spotify.com/embed/episode/1a?x",
            "https://open.spotify.com/episode/1a",
        ),
        (
            "https://w.soundcloud.com/player/?url=https%3A//soundcloud.com/a/b&amp;x=1",
            "https://soundcloud.com/a/b",
        ),
        (
            "https://tube.example/videos/embed/9c9de5e8-0a1e",
            "https://tube.example/videos/watch/9c9de5e8-0a1e",
        ),
        (
            "https://player.twitch.tv/?video=v12&amp;parent=x",
            "https://www.twitch.tv/videos/12",
        ),
        (
            "https://archive.org/embed/some.thing",
            "https://archive.org/details/some.thing",
        ),
        (
            "https://embed.podcasts.apple.com/us/podcast/a/id1?i=2",
            "https://podcasts.apple.com/us/podcast/a/id1",
        ),
    ],
)
def test_players_become_links_that_can_be_played(frame: str, page: str) -> None:
    html = clean(f'<iframe src="{frame}" title="A film"></iframe>')
    assert re.fullmatch(
        f'<a class="tidings-player(?: tidings-sound)?" href="{re.escape(page)}"'
        f" {LINK}>(?:<img [^>]+>)?A film</a>",
        html,
    )
    assert clean(html) == html


def test_a_player_has_its_picture_loaded_through_us() -> None:
    def proxy(url: str, *, film: bool = False) -> str:
        return f"/media/{len(url)}"

    html = '<iframe src="https://www.youtube.com/embed/abc"></iframe>'
    assert sanitize(html, base_url=BASE, media=proxy) == (
        f'<a class="tidings-player" href="https://www.youtube.com/watch?v=abc" {LINK}>'
        f'<img alt="" src="/media/40" {LOADING}>YouTube</a>'
    )


def test_only_a_link_to_a_player_is_called_one() -> None:
    link = '<a class="tidings-player{}" href="{}">x</a>'
    faked = clean(link.format("", "https://evil.example/"))
    assert faked == f'<a href="https://evil.example/" {LINK}>x</a>'
    sound = clean(link.format("", "https://open.spotify.com/track/1a"))
    assert 'class="tidings-player tidings-sound"' in sound
    assert "class" not in clean('<a class="tidings-player">x</a>')


def test_a_gist_becomes_a_link() -> None:
    html = '<p>a</p><script src="https://gist.github.com/ann/1a2b.js"></script>'
    card = f'<a class="tidings-frame" href="https://gist.github.com/ann/1a2b" {LINK}>'
    assert clean(html) == f"<p>a</p>{card}GitHub Gist</a>"
    assert clean("<script src=https://evil.example/1a2b.js></script>") == ""


def test_other_frames_become_plain_links_named_by_their_host() -> None:
    html = clean("<p><iframe src='https://maps.example/?q=1'></iframe>text</p>")
    link = f'<a class="tidings-frame" href="https://maps.example/?q=1" {LINK}>maps.example</a>'
    assert html == f"<p>{link}text</p>"


def test_an_old_embedded_player_becomes_a_link() -> None:
    html = "<object><param name=movie value=x><embed src='http://www.youtube.com/v/abc'></object>"
    assert 'href="https://www.youtube.com/watch?v=abc"' in clean(html)


def test_films_and_sounds_play_only_when_asked() -> None:
    html = "<video autoplay loop src=a.mp4 poster=/p.jpg><source src=/b.webm type=video/webm></video>"
    assert clean(html) == (
        '<video src="https://blog.example/posts/a.mp4" poster="https://blog.example/p.jpg" '
        'controls="" preload="none">'
        '<source type="video/webm" src="https://blog.example/b.webm"></video>'
    )


def test_pictures_and_films_come_from_where_the_caller_says() -> None:
    html = (
        "<img src=/a.png srcset='/b.png 2x'><video poster=/c.png src=/d.mp4></video>"
        "<audio><source src=/h.ogg></audio>"
        "<picture><source srcset='/e.webp'><img src=https://x.example/f,g.png></picture>"
        f"<img src='{PNG}'>"
    )
    asked: list[str] = []
    films: list[str] = []

    def proxy(url: str, *, film: bool = False) -> str:
        (films if film else asked).append(url)
        return f"/{'films' if film else 'media'}/{len(asked)}"

    shown = sanitize(html, base_url=BASE, media=proxy)
    assert films == ["https://blog.example/d.mp4", "https://blog.example/h.ogg"]
    assert set(asked) == {
        "https://blog.example/a.png",
        "https://blog.example/b.png",
        "https://blog.example/c.png",
        "https://blog.example/e.webp",
        "https://x.example/f,g.png",
    }
    assert "x.example" not in shown
    assert "blog.example" not in shown
    assert PNG in shown


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("brush language-c++ x", ' class="language-c++"'),
        ("highlight-source-rust", ' class="language-rust"'),
        ("button primary", ""),
        ("tidings-player", ' class="tidings-player"'),
    ],
)
def test_only_class_names_with_a_meaning_here_stay(written: str, kept: str) -> None:
    assert clean(f'<code class="{written}">x</code>') == f"<code{kept}>x</code>"


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (
            "<math xmlns='http://www.w3.org/1998/Math/MathML'><semantics><mrow><mi>E</mi>"
            "</mrow><annotation encoding=TeX>E</annotation></semantics></math>",
            "<math><mrow><mi>E</mi></mrow></math>",
        ),
        ("<math><mspace/><mi>x</math>", "<math><mspace></mspace><mi>x</mi></math>"),
        ("<msup><mi>c</mi></msup>", "c"),
        ("<math><math><mi>c", "<math><mi>c</mi></math>"),
        ("<math><mtext>a <b>b</b></mtext></math>", "<math><mtext>a b</mtext></math>"),
        ("<math><mi>x<p>y</p>", "<math><mi>x</mi></math><p>y</p>"),
        ("<p><math><mi>x</p>y</math>", "<p><math><mi>x</mi></math></p>y"),
        (
            "<table><tr><td><math><mi>x<td>y</table>",
            "<table><tbody><tr><td><math><mi>x</mi></math></td><td>y</td></tr></tbody></table>",
        ),
        (
            "<math mathcolor=red><mi href=//a.example>x</mi></math>",
            "<math><mi>x</mi></math>",
        ),
    ],
)
def test_formulas_are_written_strictly(html: str, expected: str) -> None:
    assert clean(html) == expected
    assert clean(expected) == expected
