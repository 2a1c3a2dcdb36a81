"""Pages that the server writes itself, for whoever has no web app yet: no script at all."""

from fastapi.responses import HTMLResponse

from tidings.web.site.page_language import Language

_FRAME = """<!doctype html>
<html lang="{language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>{title}</title>
    <link rel="icon" href="/pages/icon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/pages/style.css">
  </head>
  <body>
    <main>
      <header><img src="/pages/icon.svg" alt=""><h1>{title}</h1></header>
{body}
    </main>
  </body>
</html>
"""


def plain_page(
    language: Language, title: str, body: str, status: int = 200
) -> HTMLResponse:
    """Return a page; `title` and `body` are HTML, so values in them are escaped before."""
    page = _FRAME.format(language=language, title=title, body=body)
    headers = {"cache-control": "no-cache", "vary": "Accept-Language, Cookie"}
    return HTMLResponse(page, status, headers)
