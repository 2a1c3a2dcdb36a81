"""`tidings user …`: accounts from the command line."""

import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Literal

import typer

from tidings.cli.options import JSON_OPTION, YES_OPTION
from tidings.cli.output import confirm, print_json, print_table, say

if TYPE_CHECKING:
    from tidings.context import Context
    from tidings.core.accounts.account import User

app = typer.Typer(help="Add, list, change and delete accounts.", no_args_is_help=True)

_NAME = typer.Argument(help="The user name.")
_PASSWORD = typer.Option(
    None, "--password", help="The password; asked for when it is missing."
)
_GENERATE = typer.Option(False, "--generate", help="Make up a password and print it.")


@app.command("add")
def add(
    name: str = _NAME,
    password: str | None = _PASSWORD,
    generate: bool = _GENERATE,
    admin: bool = typer.Option(False, "--admin", help="Make it an administrator."),
    as_json: bool = JSON_OPTION,
) -> None:
    """Add an account; the first one is always an administrator."""
    from tidings.cli.run import run_in_context
    from tidings.services.accounts.users import add_user

    chosen = _password(password, generate=generate)
    user = run_in_context(
        lambda context: add_user(context, name, chosen, "admin" if admin else "user")
    )
    if as_json:
        made_up = {"password": chosen} if generate else {}
        print_json({**_as_dict(user), **made_up})
        return
    what = "an administrator" if user.role == "admin" else "a user"
    say(f"{user.name} is now {what}.")
    if generate:
        say(f"Password: {chosen}")


@app.command("list")
def list_all(as_json: bool = JSON_OPTION) -> None:
    """List all accounts."""
    from tidings.cli.run import run_in_context
    from tidings.services.accounts.users import list_users

    users = run_in_context(list_users)
    if as_json:
        print_json([_as_dict(user) for user in users])
        return
    if not users:
        say("There are no accounts. Add one: tidings user add NAME")
    rows = [
        {
            "name": user.name,
            "role": user.role,
            "created": _moment(user.created_at),
            "last seen": _moment(user.last_seen_at),
            "state": "disabled" if user.disabled_at else "active",
        }
        for user in users
    ]
    print_table(rows, {"admin": "bold", "disabled": "red"})


@app.command("passwd")
def passwd(
    name: str = _NAME,
    password: str | None = _PASSWORD,
    generate: bool = _GENERATE,
) -> None:
    """Change a password and end all of the user's sessions."""
    from tidings.cli.run import run_in_context
    from tidings.services.accounts.users import change_password

    chosen = _password(password, generate=generate)
    ended = run_in_context(lambda context: change_password(context, name, chosen))
    say(f"The password of {name} is changed; {ended} of its sessions were ended.")
    if generate:
        say(f"Password: {chosen}")


@app.command("delete")
def delete(name: str = _NAME, yes: bool = YES_OPTION) -> None:
    """Delete an account with its subscriptions, stars, tags and sessions."""
    from tidings.cli.run import run_in_context
    from tidings.services.accounts.users import delete_user

    async def ask_and_delete(context: "Context") -> "User":
        confirm(
            f"Delete {name} with all subscriptions, stars and tags, for good?", yes=yes
        )
        return await delete_user(context, name)

    user = run_in_context(ask_and_delete)
    say(f"{user.name} is deleted.")


@app.command("token")
def token(
    name: str = _NAME,
    scope: str = typer.Option("read", "--scope", help="read or write."),
) -> None:
    """Print a new API token of a user; it works until the user deletes it."""
    from tidings.cli.run import run_in_context
    from tidings.services.accounts.tokens import make_token_for

    if scope not in ("read", "write"):
        raise typer.BadParameter("Use read or write.", param_hint="--scope")
    chosen: Literal["read", "write"] = "write" if scope == "write" else "read"
    made = run_in_context(lambda context: make_token_for(context, name, chosen))
    say(made.token)


@app.command("reset-link")
def link(name: str = _NAME) -> None:
    """Print a link by which a user chooses a new password within an hour."""
    from tidings.cli.run import run_in_context
    from tidings.services.accounts.password_reset import reset_link

    say(run_in_context(lambda context: reset_link(context, name)))


def _password(given: str | None, *, generate: bool) -> str:
    if given is not None and generate:
        raise typer.BadParameter("Use --password or --generate, not both.")
    if given is not None:
        return given
    if generate:
        import secrets

        return secrets.token_urlsafe(15)
    if not sys.stdin.isatty():
        raise typer.BadParameter(
            "Give --password or --generate: there is no terminal to ask at."
        )
    chosen: str = typer.prompt("Password", hide_input=True, confirmation_prompt=True)
    return chosen


def _as_dict(user: "User") -> dict[str, Any]:
    return {
        "id": user.id,
        "name": user.name,
        "role": user.role,
        "created_at": user.created_at,
        "disabled_at": user.disabled_at,
        "last_seen_at": user.last_seen_at,
    }


def _moment(at: int | None) -> str:
    if at is None:
        return "never"
    return datetime.fromtimestamp(at / 1_000_000, UTC).strftime("%Y-%m-%d %H:%M")
