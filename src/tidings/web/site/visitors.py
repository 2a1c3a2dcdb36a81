"""The start page of whoever is not signed in: what this is, and how to come in."""

from fastapi import Request, Response

from tidings.core.errors import DatabaseBusy, DatabaseTimeout, DatabaseUnavailable
from tidings.services.accounts.registration import has_accounts, registration_mode
from tidings.services.accounts.single_user import is_single_user
from tidings.web.deps import get_context
from tidings.web.site.page_language import Language, page_language
from tidings.web.site.plain_page import plain_page

_BODY = """      <p class="lead">{lead}</p>
      <p class="actions">{actions}</p>
      <footer>{about}</footer>"""
_SIGN_IN = '<a class="button" href="/login">{sign_in}</a>'
_REGISTER = '\n      <a class="button quiet" href="/register">{register}</a>'
_WORDS: dict[Language, dict[str, str]] = {
    "en": {
        "lead": "This is a feed reader: it follows the websites that its readers choose"
        " and keeps what they publish in one place, to read in peace and to find again.",
        "sign_in": "Sign in",
        "register": "Create account",
        "about": "Does this server fetch something from your website?"
        ' <a href="/about">Who fetches, how often, and how to slow it down</a>',
    },
    "pt-BR": {
        "lead": "Este é um leitor de feeds: ele acompanha os sites que seus leitores"
        " escolhem e guarda o que publicam em um só lugar, para ler com calma e"
        " encontrar de novo.",
        "sign_in": "Entrar",
        "register": "Criar conta",
        "about": "Este servidor acessa o seu site?"
        ' <a href="/about">Quem acessa, com que frequência e como limitar isso</a>',
    },
    "pl": {
        "lead": "To jest czytnik kanałów: śledzi strony wybrane przez czytelników"
        " i zbiera w jednym miejscu to, co publikują, żeby można było spokojnie czytać"
        " i łatwo do tego wracać.",
        "sign_in": "Zaloguj się",
        "register": "Utwórz konto",
        "about": "Ten serwer pobiera coś z Twojej strony?"
        ' <a href="/about">Kto pobiera, jak często i jak to ograniczyć</a>',
    },
}


async def visitor_page(request: Request) -> Response | None:
    """Return the start page; None where the app knows better what comes first.

    It leads to the first account, asks for the one password of single-user mode, and
    explains what is wrong while the database cannot be read.
    """
    context = get_context(request)
    if is_single_user(context):
        return None
    try:
        if not await has_accounts(context):
            return None
    except (DatabaseBusy, DatabaseTimeout, DatabaseUnavailable):
        return None
    language = page_language(request.headers.get("accept-language", ""))
    actions = _SIGN_IN
    if registration_mode(context) == "open":
        actions += _REGISTER
    words = _WORDS[language]
    body = _BODY.format(**words, actions=actions.format(**words))
    page = plain_page(language, "Tidings", body)
    # Going back after signing in must not show it once more.
    page.headers["cache-control"] = "no-store"
    return page
