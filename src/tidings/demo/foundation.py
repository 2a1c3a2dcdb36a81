"""What the demo remembers between two starts: its port, its age, and what is done."""

from dataclasses import asdict, dataclass

from tidings.context import Context
from tidings.store.system.app_settings import get_value, set_value

ACCOUNT = "demo"
PASSWORD = "demo-demo-demo"
HOST = "127.0.0.1"
_NAME = "demo.newspaper"


@dataclass(frozen=True, slots=True)
class Foundation:
    """The newspaper's own facts."""

    port: int  # part of every address: it must stay the same
    founded_at: int
    is_furnished: bool = False  # the account has been set up; it is its reader's now

    @property
    def origin(self) -> str:
        return f"http://{HOST}:{self.port}"


async def recall(context: Context) -> Foundation | None:
    """Return what is remembered; None before the first start."""
    known = await context.database.read(get_value, _NAME)
    return None if known is None else Foundation(**known)


async def remember(context: Context, foundation: Foundation) -> None:
    """Keep the newspaper's facts."""
    await context.database.write(set_value, _NAME, asdict(foundation), context.clock())
