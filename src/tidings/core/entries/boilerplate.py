"""Lines that say nothing of their own: dates, counters, "read more", advertising marks.

In English, Portuguese and Polish. A line must be nothing but that to be dropped; each
word is looked at a fixed number of times, so a line costs no more than its length.
"""

import re


def is_boilerplate(line: str) -> bool:
    """Return whether a line is noise: it may change while the entry stays the same."""
    if len(line) > _LONGEST_LINE:
        return False
    line = line.casefold()
    if line.startswith(_POINTERS):
        return True
    parts = [part.strip(_EDGES) for part in _SEPARATOR.split(line)]
    parts = [part for part in parts if part]
    return bool(parts) and all(map(_is_noise, parts))


def _is_noise(part: str) -> bool:
    if part in _PHRASES:
        return True
    if not _DIGIT.search(part):
        return False
    words = [word for word in (word.strip(_EDGES) for word in part.split()) if word]
    kinds = (_is_date, _is_counter, _is_age, _is_reading_time)
    return any(is_kind(words) for is_kind in kinds)


def _is_date(words: list[str]) -> bool:
    """Return whether the words are like "Updated: 5 May 2024, 14:30 UTC"."""
    return any(map(_names_date, words)) and all(
        _names_date(word) or word in _AROUND_DATES or _PART_OF_DATE.fullmatch(word)
        for word in words
    )


def _names_date(word: str) -> bool:
    return bool(
        word in _CALENDAR or _NUMERIC_DATE.fullmatch(word) or _CLOCK.fullmatch(word)
    )


def _is_counter(words: list[str]) -> bool:
    """Return whether the words are like "1.2k views", "Comments: 3" or "5 likes, 2 shares"."""
    return not _COUNTED.isdisjoint(words) and all(
        word in _COUNTED or word in _THOUSANDS or _AMOUNT.fullmatch(word)
        for word in words
    )


def _is_age(words: list[str]) -> bool:
    """Return whether the words are like "2 hours ago", "há 2 horas" or "2 dni temu"."""
    return not _AGO.isdisjoint(words) and all(
        word in _AGO
        or word in _SPANS
        or word in _AROUND_DATES
        or word.rstrip("smhdw").isdecimal()
        for word in words
    )


def _is_reading_time(words: list[str]) -> bool:
    """Return whether the words are like "5 min read" or "Leitura de 5 minutos"."""
    if _MINUTES.isdisjoint(words) or _READING.isdisjoint(words):
        return False
    return all(
        word in _MINUTES
        or word in _READING
        or word in _AROUND_READING
        or word.isdecimal()
        for word in words
    )


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _lines(text: str) -> frozenset[str]:
    return frozenset(line.strip() for line in text.strip().splitlines())


_LONGEST_LINE = 120
_DIGIT = re.compile(r"\d")
_SEPARATOR = re.compile("[|·•]")
_EDGES = " .,:;!?…»«›‹→←>–—-#*()[]"

_PHRASES = _lines("""
    read more
    read the full story
    read the full article
    read the rest
    continue reading
    keep reading
    advertisement
    advertising
    sponsored
    sponsored content
    story continues below advertisement
    article continues below advertisement
    share
    share this
    share this article
    share on facebook
    share on twitter
    share on x
    tweet
    print
    comments
    no comments
    leave a comment
    add a comment
    subscribe
    subscribe now
    sign up for our newsletter
    related articles
    related stories
    leia mais
    leia também
    leia na íntegra
    leia a matéria completa
    saiba mais
    veja mais
    veja também
    continue lendo
    continua após publicidade
    continua após a publicidade
    continua depois da publicidade
    publicidade
    anúncio
    conteúdo patrocinado
    compartilhe
    compartilhar
    compartilhe esta notícia
    comentários
    comentar
    sem comentários
    deixe um comentário
    assine nossa newsletter
    inscreva-se
    imprimir
    czytaj więcej
    czytaj dalej
    czytaj też
    czytaj także
    zobacz więcej
    zobacz też
    zobacz także
    przeczytaj także
    reklama
    materiał sponsorowany
    dalsza część artykułu pod reklamą
    dalsza część tekstu pod reklamą
    dalsza część artykułu pod materiałem wideo
    udostępnij
    udostępnij na facebooku
    komentarze
    skomentuj
    brak komentarzy
    dodaj komentarz
    subskrybuj
    zapisz się do newslettera
    zapisz się na newsletter
    drukuj
""")

# The colon makes these point at another entry, and which one that is changes often.
_POINTERS = (
    "read more:",
    "read also:",
    "see also:",
    "related:",
    "leia mais:",
    "leia também:",
    "saiba mais:",
    "veja mais:",
    "veja também:",
    "czytaj więcej:",
    "czytaj też:",
    "czytaj także:",
    "zobacz też:",
    "zobacz także:",
    "przeczytaj także:",
)

_COUNTED = _words("""
    comment comments reply replies response responses view views read reads share shares
    like likes upvote upvotes vote votes point points reaction reactions retweet retweets
    comentário comentários resposta respostas visualização visualizações leituras
    compartilhamento compartilhamentos curtida curtidas voto votos ponto pontos
    reação reações
    komentarz komentarze komentarzy odpowiedź odpowiedzi wyświetlenie wyświetlenia
    wyświetleń odsłona odsłony odsłon udostępnienie udostępnienia udostępnień polubienie
    polubienia polubień głos głosy głosów punkt punkty punktów reakcja reakcje reakcji
""")
_THOUSANDS = _words("k m mil mi tys mln")
_AMOUNT = re.compile(r"[+~]?\d[\d.,]*[km]?\+?")

_MINUTES = _words("min mins minute minutes minuto minutos minuta minuty minut")
_READING = _words("read reading leitura ler czytania czytanie")
_AROUND_READING = _words("time estimated to tempo de para czas ok")

_AGO = _words("ago há atrás temu")
_SPANS = _MINUTES | _words("""
    second seconds sec secs hour hours hr hrs day days week weeks month months year years
    segundo segundos hora horas dia dias semana semanas mês meses ano anos
    sekunda sekundy sekund godzina godziny godzin godz dzień dni tydzień tygodnie tygodni
    miesiąc miesiące miesięcy rok lata lat
    s m h d w
""")

_CALENDAR = _words("""
    january february march april may june july august september october november december
    jan feb mar apr jun jul aug sep sept oct nov dec
    monday tuesday wednesday thursday friday saturday sunday
    mon tue tues wed thu thur thurs fri sat sun today yesterday
    janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro
    dezembro fev abr mai ago set out dez
    segunda terça quarta quinta sexta sábado domingo segunda-feira terça-feira
    quarta-feira quinta-feira sexta-feira seg ter qua qui sex sáb dom hoje ontem
    stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października
    listopada grudnia styczeń luty marzec kwiecień czerwiec lipiec sierpień wrzesień
    październik listopad grudzień sty lut kwi cze lip sie wrz paź lis gru
    poniedziałek wtorek środa czwartek piątek sobota niedziela pon wt śr czw pt sob
    dziś dzisiaj wczoraj
""")
_AROUND_DATES = _words("""
    at on the of am pm a.m p.m utc gmt est edt cst cdt mst mdt pst pdt bst cet cest brt
    updated published posted modified created last edited date
    de do da em às as à o atualizado atualizada publicado publicada postado criado
    última atualização data brasília horário h
    w dnia dn godz godzina godzinie r roku aktualizacja zaktualizowano opublikowano
    dodano ostatnia utworzono
""")
_NUMERIC_DATE = re.compile(
    r"\d{4}-\d{1,2}-\d{1,2}(?:t\d.*)?"
    r"|\d{4}[./]\d{1,2}[./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./]\d{4}|\d{1,2}/\d{1,2}/\d{2}"
)
_CLOCK = re.compile(
    r"\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:z|[ap]m|[+-]\d\d.*)?|\d{1,2}h\d\d"
)
# Not enough to tell a date by: "12.30" alone may be a price, "2024" a place in a list.
_PART_OF_DATE = re.compile(
    r"\d{1,2}(?:st|nd|rd|th|º|h|[ap]m)?|\d{4}|\d{1,2}\.\d{2}|[+-]\d{2}:?\d{2}"
)
