"""Requests under a name that is not ours are refused, with the setting that would allow it.

Probes and published feeds answer to any name: they change nothing and show no secret.
"""

from collections.abc import Collection
from html import escape
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from tidings.core.accounts.known_hosts import is_known_host
from tidings.core.codes import Code
from tidings.core.settings.groups import ServerSettings
from tidings.web.errors import error_answer
from tidings.web.site.page_language import Language, page_language
from tidings.web.site.plain_page import plain_page

_OPEN = (
    *("/livez", "/healthz", "/healthcheck", "/readyz", "/api/health"),
    *("/rss", "/api/item", "/api/site"),
)
_OPEN_BELOW = ("/p/", "/pages/")
_LONGEST = 253  # letters of a name
_MESSAGE = (
    "Tidings does not know the name that it was called by. If this is your installation,"
    " add the name to TIDINGS_ALLOWED_HOSTS, or set TIDINGS_BASE_URL."
)
_TWO_HOSTS = "The request names more than one host."
_WORDS: dict[Language, tuple[str, str]] = {
    "en": (
        "Tidings does not know this name",
        """<p class="lead">You opened Tidings as <strong>{host}</strong>.</p>
      <p>If this is your installation and people should reach it by this name, write one of
      these settings and start Tidings again:</p>
      <pre><code>TIDINGS_BASE_URL={scheme}://{host}
TIDINGS_ALLOWED_HOSTS={name}</code></pre>
      <p>If you do not know this name either, close this page: another site may be trying to
      reach Tidings through your browser.</p>""",
    ),
    "pt-BR": (
        "O Tidings não conhece este nome",
        """<p class="lead">Você abriu o Tidings como <strong>{host}</strong>.</p>
      <p>Se esta instalação é sua e as pessoas devem acessá-la por este nome, escreva uma
      destas configurações e inicie o Tidings de novo:</p>
      <pre><code>TIDINGS_BASE_URL={scheme}://{host}
TIDINGS_ALLOWED_HOSTS={name}</code></pre>
      <p>Se você também não conhece este nome, feche esta página: outro site pode estar
      tentando chegar ao Tidings pelo seu navegador.</p>""",
    ),
    "pl": (
        "Tidings nie zna tej nazwy",
        """<p class="lead">Otwarto Tidings pod nazwą <strong>{host}</strong>.</p>
      <p>Jeśli to Twoja instalacja i ma być dostępna pod tą nazwą, wpisz jedno z tych
      ustawień i uruchom Tidings ponownie:</p>
      <pre><code>TIDINGS_BASE_URL={scheme}://{host}
TIDINGS_ALLOWED_HOSTS={name}</code></pre>
      <p>Jeśli Ty też nie znasz tej nazwy, zamknij tę stronę: inna witryna może próbować
      dostać się do Tidings przez Twoją przeglądarkę.</p>""",
    ),
}


def own_names(server: ServerSettings) -> frozenset[str]:
    """Return the names that settings give us."""
    return frozenset({urlsplit(server.base_url).hostname or "", *server.allowed_hosts})


class KnownHosts:
    """Lets requests pass that call us by a known name."""

    def __init__(self, app: ASGIApp, *, names: Collection[str]) -> None:
        self._app = app
        self._names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            headers = Headers(scope=scope)
            refusal = self._judged(headers, scope)
            if refusal is not None:
                await refusal(scope, receive, send)
                return
        await self._app(scope, receive, send)

    def _judged(self, headers: Headers, scope: Scope) -> Response | None:
        hosts = headers.getlist("host")
        if len(hosts) > 1:  # RFC 9112, 3.2: nobody can tell which of them is meant
            return error_answer(400, Code.BAD_REQUEST, _TWO_HOSTS)
        if _is_open(scope["path"]) or not hosts or is_known_host(hosts[0], self._names):
            return None
        return _refusal(hosts[0], headers, scope["scheme"])


def _is_open(path: str) -> bool:
    return path in _OPEN or path.startswith(_OPEN_BELOW)


def _refusal(host: str, headers: Headers, scheme: str) -> Response:
    shown = host.strip()[:_LONGEST]
    if "text/html" not in headers.get("accept", ""):
        return error_answer(403, Code.UNKNOWN_HOST, _MESSAGE, {"host": shown})
    language = page_language(headers.get("accept-language", ""))
    title, words = _WORDS[language]
    name = shown.rpartition(":")[0] or shown
    # Nothing but words depend on it, so any proxy's is good enough.
    forwarded = headers.get("x-forwarded-proto", "").strip().lower()
    scheme = forwarded if forwarded in ("http", "https") else scheme
    body = words.format(scheme=scheme, host=escape(shown), name=escape(name))
    return plain_page(language, title, f"      {body}", 403)
