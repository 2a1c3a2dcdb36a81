"""What may be in the HTML of an entry when it leaves: nothing else does.

A tag that is not named here is dropped and its content kept; the content of `HIDDEN`
elements goes with them, since browsers disagree on what it is.
"""

import re

from tidings.html.tokens import hidden_elements


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Of a link to a player, by what it shows.
PLAYER_CLASSES = {
    "film": "tidings-player",
    "sound": "tidings-player tidings-sound",
    "post": "tidings-player tidings-post",
}
FRAME_CLASS = "tidings-frame"
ID_PREFIX = "entry-"
LINK_REL = "noopener noreferrer"

HIDDEN = hidden_elements("""
    script style template noembed noframes iframe xmp textarea title select datalist svg
    canvas annotation annotation-xml
""")

# Names that mean one of ours.
ALIASES = {
    "acronym": "abbr",
    "amp-audio": "audio",
    "amp-iframe": "iframe",
    "amp-img": "img",
    "amp-video": "video",
    "center": "div",
    "dialog": "div",
    "dir": "ul",
    "fieldset": "div",
    "form": "div",
    "hgroup": "div",
    "image": "img",
    "legend": "p",
    "listing": "pre",
    "main": "div",
    "menu": "ul",
    "nav": "div",
    "search": "div",
    "strike": "s",
    "tt": "code",
}

VOID = _names("br col hr img source wbr")

CELLS = ("table", "td", "th", "caption")
TABLE_PARTS = _names("""
    caption colgroup col thead tbody tfoot tr td th
""")
BLOCKS = _names("""
    address article aside blockquote dd details div dl dt figcaption figure footer h1 h2
    h3 h4 h5 h6 header hr li ol p pre section summary table ul
""")
INLINE = _names("""
    a abbr b bdi bdo cite code data del dfn em i ins kbd mark q s samp small span strong
    sub sup time u var
""")
_OTHERS = _names("""
    br wbr img picture source audio video ruby rb rt rp
""")
# Formulas: nothing here runs, loads or leads anywhere, and no HTML is in them. What could
# hold HTML (annotations) is hidden above; `semantics` around them is only a wrapper.
FORMULA = _names("""
    math merror mfrac mi mmultiscripts mn mo mover mphantom mprescripts mroot mrow ms
    mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none
""")
TAGS = BLOCKS | INLINE | TABLE_PARTS | _OTHERS | FORMULA

# Of every element, and of one kind of element: what is copied if its value fits.
EVERYWHERE = _names("dir id lang")
_SPANS = _names("align colspan rowspan scope")
ATTRIBUTES: dict[str, frozenset[str]] = {
    "abbr": _names("title"),
    "audio": _names("title"),
    "col": _names("span"),
    "colgroup": _names("span"),
    "data": _names("value"),
    "del": _names("cite datetime"),
    "details": _names("open"),
    "dfn": _names("title"),
    "img": _names("alt title width height sizes"),
    "ins": _names("cite datetime"),
    "blockquote": _names("cite"),
    "code": _names("class"),
    "pre": _names("class"),
    "li": _names("value"),
    "math": _names("display"),
    "mi": _names("mathvariant"),
    "mo": _names("fence form largeop movablelimits separator stretchy"),
    "mover": _names("accent"),
    "mfrac": _names("linethickness"),
    "mtd": _names("columnspan rowspan"),
    "munder": _names("accentunder"),
    "munderover": _names("accent accentunder"),
    "ol": _names("reversed start type"),
    "q": _names("cite"),
    "source": _names("media sizes type width height"),
    "td": _SPANS,
    "th": _SPANS,
    "time": _names("datetime"),
    "tr": _names("align"),
    "video": _names("title width height"),
    "a": _names("class title"),
}
# What is written by Tidings itself, after it has looked at the addresses.
WRITTEN: dict[str, frozenset[str]] = {
    "a": _names("href target"),
    "audio": _names("controls preload src"),
    "img": _names("decoding loading referrerpolicy src srcset"),
    "source": _names("src srcset"),
    "video": _names("controls poster preload src"),
}

_SIZE = re.compile("[0-9]{1,5}")
_NUMBER = re.compile("-?[0-9]{1,9}")
_YES_OR_NO = re.compile("true|false")
# Which values fit. Words fit as they are, and flags have none.
FLAGS = _names("open reversed")
WORDS = _names("alt title")
VALUES: dict[str, re.Pattern[str]] = {
    **dict.fromkeys(
        _names("accent accentunder fence largeop movablelimits separator stretchy"),
        _YES_OR_NO,
    ),
    "align": re.compile("left|right|center|justify"),
    "colspan": _SIZE,
    "columnspan": _SIZE,
    "datetime": re.compile("[0-9A-Za-z:+. -]{1,40}"),
    "display": re.compile("block|inline"),
    "form": re.compile("prefix|infix|postfix"),
    "linethickness": re.compile("0|[0-9.]{1,5}(?:px|em|pt)"),
    "mathvariant": re.compile("normal|bold|italic"),
    "dir": re.compile("ltr|rtl|auto"),
    "height": _SIZE,
    "lang": re.compile("[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8}){0,4}"),
    "media": re.compile(r"[\w ():,.<>=/-]{1,200}", re.ASCII),
    "rowspan": _SIZE,
    "scope": re.compile("row|col|rowgroup|colgroup"),
    "sizes": re.compile(r"[\w ():,.%<>=*/+-]{1,500}", re.ASCII),
    "span": _SIZE,
    "start": _NUMBER,
    "type": re.compile(
        r"[1aAiI]|[\w.+-]{1,60}/[\w.+-]{1,60}(?:; ?codecs=[\w., '\"-]+)?"
    ),
    "value": _NUMBER,
    "width": _SIZE,
}
