"""Mail that Tidings sends, by the server that TIDINGS_SMTP_URL names."""

import asyncio
import smtplib
import ssl
from datetime import timedelta
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import parseaddr
from urllib.parse import SplitResult, unquote, urlsplit

from tidings.context import Context
from tidings.observe.logs import get_log

_PATIENCE = timedelta(seconds=20)
_PORTS = {"smtp": 587, "smtps": 465}

log = get_log()


def can_send_mail(context: Context) -> bool:
    """Say whether there is a server to send by."""
    return context.mail.smtp_url is not None


async def send_mail(context: Context, to: str, subject: str, text: str) -> bool:
    """Send a plain message in a thread; a server that refuses is logged, not raised."""
    url = context.mail.smtp_url
    if url is None:
        return False
    parts = urlsplit(url.reveal())
    try:
        message = _message(context, to, subject, text)
        await asyncio.to_thread(_send, parts, message)
    except (OSError, smtplib.SMTPException, ValueError) as error:
        # The name of the error alone: servers repeat addresses and more in their words.
        log.warning("mail not sent", reason=type(error).__name__)
        return False
    return True


def _message(context: Context, to: str, subject: str, text: str) -> EmailMessage:
    message = EmailMessage()
    host = urlsplit(context.server.base_url).hostname or "localhost"
    message["From"] = context.mail.mail_from or f"Tidings <tidings@{host}>"
    message["To"] = Address(addr_spec=to)
    message["Subject"] = subject
    message["Message-ID"] = f"<{context.new_id()}@{host}>"
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(text)
    return message


def _send(parts: SplitResult, message: EmailMessage) -> None:
    host, port = parts.hostname or "", parts.port or _PORTS[parts.scheme]
    seconds = _PATIENCE.total_seconds()
    trusted = ssl.create_default_context()
    if parts.scheme == "smtps":
        with smtplib.SMTP_SSL(host, port, timeout=seconds, context=trusted) as server:
            _hand_over(server, parts, message)
        return
    with smtplib.SMTP(host, port, timeout=seconds) as server:
        server.ehlo()
        if server.has_extn("starttls"):
            server.starttls(context=trusted)
        elif parts.password:
            # A password, or a link as good as one, must not cross the network in clear.
            raise smtplib.SMTPNotSupportedError("no encryption offered")
        _hand_over(server, parts, message)


def _hand_over(server: smtplib.SMTP, parts: SplitResult, message: EmailMessage) -> None:
    if parts.username:
        server.login(unquote(parts.username), unquote(parts.password or ""))
    sender = parseaddr(str(message["From"]))[1]
    server.send_message(message, from_addr=sender)
