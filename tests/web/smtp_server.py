"""A mail server on loopback that keeps what it is given."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from email.policy import default


@dataclass
class Mailbox:
    """What was delivered, and where the server listens."""

    port: int = 0
    messages: list[str] = field(default_factory=list)
    recipients: list[str] = field(default_factory=list)


@asynccontextmanager
async def mail_server() -> AsyncIterator[Mailbox]:
    """Run a server that takes everything and offers no encryption."""
    mailbox = Mailbox()

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        def say(line: str) -> None:
            writer.write(f"{line}\r\n".encode())

        say("220 loopback")
        while line := (await reader.readline()).decode().strip():
            verb = line[:4].upper()
            if verb == "RCPT":
                mailbox.recipients.append(line.partition(":")[2].split()[0].strip("<>"))
            if verb == "DATA":
                say("354 go on")
                sent = await reader.readuntil(b"\r\n.\r\n")
                message = message_from_bytes(sent, policy=default)
                mailbox.messages.append(message.get_content())
            say("221 bye" if verb == "QUIT" else "250 fine")
            if verb == "QUIT":
                break
        writer.close()

    server = await asyncio.start_server(talk, "127.0.0.1", 0)
    mailbox.port = server.sockets[0].getsockname()[1]
    async with server:
        yield mailbox
