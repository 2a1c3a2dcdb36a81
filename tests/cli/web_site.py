"""A small web site in a thread, for programs that run outside this process."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class WebSite:
    """Pages by path; everything else is a 404."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.pages: dict[str, tuple[int, str, bytes]] = {}
        self.asked: list[str] = []

    def url(self, path: str = "/") -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    def page(self, path: str, html: str) -> None:
        self.pages[path] = (200, "text/html", html.encode())

    def feed(self, path: str, *titles: str) -> None:
        items = "".join(
            f"<item><title>{title}</title><guid>{title}</guid></item>"
            for title in titles
        )
        text = (
            f'<rss version="2.0"><channel><title>Feed {path}</title>'
            f"<link>{self.url()}</link>{items}</channel></rss>"
        )
        self.pages[path] = (200, "application/rss+xml", text.encode())


@contextmanager
def web_site() -> Iterator[WebSite]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            site.asked.append(self.path)
            missing = (404, "text/plain", b"not here")
            status, kind, body = site.pages.get(self.path, missing)
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    site = WebSite(server.server_address[1])
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
