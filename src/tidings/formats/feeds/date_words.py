"""The words in dates: months in many languages, weekdays that look like months, zones.

Words are folded (lower case, no accents) before they are looked up.
"""

from unicodedata import combining, normalize

# One line per month: the shortest beginnings that no other month shares, over the
# languages feeds are written in. A longer beginning wins over a shorter one.
_MONTH_BEGINNINGS = (
    "jan ian ene gen sty oca led tamm янв січ ιαν sau يناير",
    "feb fev lut uno sub helm фев лют φεβ vas فبراير",
    "mar mrz mrt bre maalis мар бер μαρ kov مارس",
    "apr avr abr kwi dub nis huht апр кві απρ أبريل",
    "may mai mag maj mei kve touk май мая тра μαι geg مايو",
    "jun juin giu iun cze cvn cervn haz kesa июн юни чер ιουν birz يونيو",
    "jul juil lug iul lip cvc cervenc tem hein июл юли лип ιουλ liep يوليو",
    "aug ago aou sie srp agu elo авг сер αυγ rugp أغسطس",
    "sep set szept wrz zar eyl syys сен септ вер σεπ rugs سبتمبر",
    "oct okt out ott paz rij eki loka окт жов οκτ spal أكتوبر",
    "nov noi lis kas marras ноя ное лис νοε lapk نوفمبر",
    "dec dez dic des dek gru pro ara joul дек гру δεκ gruod ديسمبر",
)

# Weekdays that begin like a month of the same or another language.
_WEEKDAYS = "martes martedi mardi marti maanantai maandag середа pazar pazartesi"

_HOURS_FROM_UTC = {
    "z": 0, "ut": 0, "utc": 0, "gmt": 0, "wet": 0, "tu": 0,
    "bst": 1, "west": 1, "cet": 1, "met": 1, "mez": 1, "wat": 1,
    "cest": 2, "mest": 2, "mesz": 2, "eet": 2, "sast": 2, "cat": 2,
    "eest": 3, "msk": 3, "trt": 3, "eat": 3, "idt": 3, "fet": 3,
    "msd": 4, "gst": 4, "samt": 4, "irst": 3.5, "irdt": 4.5, "aft": 4.5,
    "pkt": 5, "uzt": 5, "yekt": 5, "ist": 5.5, "npt": 5.75,
    "bdt": 6, "omst": 6, "ict": 7, "wib": 7, "krat": 7, "novt": 7,
    "hkt": 8, "sgt": 8, "awst": 8, "pht": 8, "wita": 8, "myt": 8, "irkt": 8,
    "jst": 9, "kst": 9, "wit": 9, "yakt": 9, "acst": 9.5, "acdt": 10.5,
    "aest": 10, "vlat": 10, "aedt": 11, "magt": 11, "nzst": 12, "nzdt": 13,
    "azot": -1, "brst": -2, "brt": -3, "art": -3, "uyt": -3, "clst": -3, "adt": -3,
    "ndt": -2.5, "nst": -3.5, "ast": -4, "clt": -4, "vet": -4, "amt": -4, "bot": -4,
    "edt": -4, "est": -5, "et": -5, "cot": -5, "pet": -5, "ect": -5, "cdt": -5,
    "cst": -6, "ct": -6, "mdt": -6, "mst": -7, "mt": -7, "pdt": -7,
    "pst": -8, "pt": -8, "akdt": -8, "akst": -9, "hdt": -9, "hst": -10, "sst": -11,
}  # fmt: skip

_AFTERNOON = {"pm", "오후", "下午", "午後", "μμ"}
_MORNING = {"am", "오전", "上午", "午前", "πμ"}
_LONGEST_BEGINNING = 8


def fold(text: str) -> str:
    """Return the text in lower case and without accents."""
    decomposed = normalize("NFKD", text.lower())
    plain = "".join(letter for letter in decomposed if not combining(letter))
    return normalize("NFC", plain)


_MONTHS = {
    fold(beginning): number
    for number, line in enumerate(_MONTH_BEGINNINGS, start=1)
    for beginning in line.split()
}
_NOT_MONTHS = {fold(word) for word in _WEEKDAYS.split()}
_AFTERNOON_FOLDED = {fold(word) for word in _AFTERNOON}
_MORNING_FOLDED = {fold(word) for word in _MORNING}


def month_number(word: str) -> int | None:
    """Return the month a folded word names, if it names one."""
    if word in _NOT_MONTHS:
        return None
    for length in range(min(len(word), _LONGEST_BEGINNING), 1, -1):
        number = _MONTHS.get(word[:length])
        if number is not None:
            return number
    return None


def zone_seconds(word: str) -> int | None:
    """Return how far east of UTC the zone with this folded name is, in seconds."""
    hours = _HOURS_FROM_UTC.get(word)
    return None if hours is None else int(hours * 3600)


def half_of_day(word: str) -> str | None:
    """Return "am" or "pm" if the folded word says so in any language."""
    if word in _AFTERNOON_FOLDED:
        return "pm"
    return "am" if word in _MORNING_FOLDED else None
