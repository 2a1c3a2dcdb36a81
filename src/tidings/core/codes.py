"""The codes of refusals: one for each thing that can be wrong, listed once.

Clients choose their words by the code alone, so a code keeps its name and its meaning.
"""

from enum import StrEnum
from typing import Self


class Code(StrEnum):
    """Why a request was refused; `meaning` explains the code to whoever writes a client."""

    meaning: str

    def __new__(cls, value: str, meaning: str) -> Self:
        member = str.__new__(cls, value)
        member._value_ = value
        member.meaning = meaning
        return member

    # The request itself
    INVALID = "INVALID", "A value is not allowed; `details.field` names it."
    MISSING = (
        "MISSING",
        "A required value is missing or empty; `details.field` names it.",
    )
    MALFORMED_JSON = "MALFORMED_JSON", "The body is not JSON."
    BAD_REQUEST = "BAD_REQUEST", "The request cannot be understood."
    NOT_FOUND = "NOT_FOUND", "It does not exist, or not for this user."
    METHOD_NOT_ALLOWED = "METHOD_NOT_ALLOWED", "This address does not take this method."
    TOO_LARGE = "TOO_LARGE", "The request is larger than allowed."
    CROSS_SITE = "CROSS_SITE", "The request comes from another site's page."
    UNKNOWN_HOST = "UNKNOWN_HOST", "Tidings is not set up for this host name."
    RATE_LIMITED = (
        "RATE_LIMITED",
        "Too many requests; `Retry-After` says when to retry.",
    )
    LIMIT_REACHED = "LIMIT_REACHED", "The limit is reached; delete one first."
    ID_TAKEN = "ID_TAKEN", "The id that the client chose is in use."
    CURSOR_INVALID = "CURSOR_INVALID", "The cursor does not belong to this list."
    LIST_EXPIRED = "LIST_EXPIRED", "The list behind a cursor is gone; start again."

    # Who asks
    UNAUTHORIZED = "UNAUTHORIZED", "Nobody is signed in, or the session has ended."
    WRONG_CREDENTIALS = "WRONG_CREDENTIALS", "The name or the password is wrong."
    ADMIN_ONLY = "ADMIN_ONLY", "Only an administrator may do this."
    READ_ONLY_TOKEN = "READ_ONLY_TOKEN", "This API token may only read."
    SESSION_REQUIRED = "SESSION_REQUIRED", "An API token cannot do this; sign in."
    SIGN_IN_AGAIN = "SIGN_IN_AGAIN", "This needs a recent sign-in."
    BAD_SIGNATURE = "BAD_SIGNATURE", "The address was not created by Tidings."

    # Accounts
    BAD_USER_NAME = "BAD_USER_NAME", "The user name has a form that is not allowed."
    BAD_PASSWORD = "BAD_PASSWORD", "The password is too short, too long or too simple."
    BAD_EMAIL = "BAD_EMAIL", "This is not an e-mail address."
    NAME_TAKEN = "NAME_TAKEN", "There is already a user with this name."
    EMAIL_UNUSABLE = "EMAIL_UNUSABLE", "This e-mail address cannot be used."
    EMAIL_TAKEN = "EMAIL_TAKEN", "An account has this address; sign in to it and link."
    EMAIL_UNVERIFIED = (
        "EMAIL_UNVERIFIED",
        "The provider has not verified the address.",
    )
    ACCOUNT_DISABLED = "ACCOUNT_DISABLED", "An administrator has disabled the account."
    REGISTRATION_CLOSED = "REGISTRATION_CLOSED", "Registration is closed."
    INVITE_INVALID = "INVITE_INVALID", "The invite is unknown, used or expired."
    RESET_INVALID = "RESET_INVALID", "The link for a new password is used or expired."
    SIGN_IN_EXPIRED = "SIGN_IN_EXPIRED", "The sign-in took too long; start again."
    SIGN_IN_CANCELLED = "SIGN_IN_CANCELLED", "The sign-in was cancelled."
    IDENTITY_REFUSED = "IDENTITY_REFUSED", "The provider did not confirm the identity."
    IDENTITY_TAKEN = "IDENTITY_TAKEN", "This identity is linked to another account."
    ALREADY_LINKED = "ALREADY_LINKED", "Another identity of this provider is linked."
    PROVIDER_UNAVAILABLE = "PROVIDER_UNAVAILABLE", "The provider does not respond."
    PASSKEY_REFUSED = "PASSKEY_REFUSED", "The passkey could not be verified."
    PASSKEY_EXISTS = "PASSKEY_EXISTS", "This passkey is already registered."
    PASSKEYS_UNAVAILABLE = "PASSKEYS_UNAVAILABLE", "Passkeys need a host name."
    LAST_WAY_IN = "LAST_WAY_IN", "This is the last way to sign in to the account."
    LAST_ADMINISTRATOR = "LAST_ADMINISTRATOR", "No administrator would be left."
    SINGLE_USER = "SINGLE_USER", "The password is set in the server's settings."

    # Feeds and folders
    NOT_AN_ADDRESS = "NOT_AN_ADDRESS", "This is not a web address."
    ADDRESS_HAS_LOGIN = "ADDRESS_HAS_LOGIN", "The address must not contain a login."
    NO_FEED = "NO_FEED", "There is no feed; `details.reason` says what was found."
    CHOOSE = "CHOOSE", "There are several feeds; `details.feeds` lists them."
    TOO_SLOW = "TOO_SLOW", "The other server took too long to respond."
    FEED_DISABLED = "FEED_DISABLED", "The feed is disabled."
    FEED_SHARED = "FEED_SHARED", "Others follow the feed; only an administrator can."
    FEED_EXISTS = "FEED_EXISTS", "You already have a private feed with this address."
    FEED_HAS_LOGIN = (
        "FEED_HAS_LOGIN",
        "The feed's login is for its current server only.",
    )
    FEED_NOT_FETCHED = "FEED_NOT_FETCHED", "The feed has no address to fetch it from."
    FEED_NOT_PUBLIC = "FEED_NOT_PUBLIC", "The feed is private or behind a login."
    SAME_ADDRESS = "SAME_ADDRESS", "The feed already has this address."
    MOVE_REFUSED = "MOVE_REFUSED", "The feed cannot be moved there now."
    BAD_INTERVAL = "BAD_INTERVAL", "The interval is outside what is allowed here."
    BAD_PROXY = "BAD_PROXY", "This is not the address of a proxy."
    BAD_HEADER = "BAD_HEADER", "A header cannot be sent; `details.header` names it."
    FOLDER_EXISTS = "FOLDER_EXISTS", "There is already a folder with this name there."
    FOLDERS_TOO_DEEP = "FOLDERS_TOO_DEEP", "Folders would be nested too deeply."
    FOLDER_IN_ITSELF = "FOLDER_IN_ITSELF", "A folder cannot be inside itself."

    # Reading
    SEARCH_EMPTY = "SEARCH_EMPTY", "The query is empty."
    SEARCH_DATE = "SEARCH_DATE", "`details.term` in the query needs a date."
    SEARCH_OPERATOR = (
        "SEARCH_OPERATOR",
        "The query has no operator `details.term`; `details.nearest` may be meant.",
    )
    SEARCH_VALUE = (
        "SEARCH_VALUE",
        "`details.term` does not take `details.value`, only `details.known`.",
    )
    SEARCH_NOT_IN_RULES = (
        "SEARCH_NOT_IN_RULES",
        "A rule's search can ask for words, `title:`, `author:`, `inurl:`, `lang:`.",
    )
    SEARCH_TOO_SLOW = "SEARCH_TOO_SLOW", "The search takes too long; narrow it down."
    HIGHLIGHT_MOVING = "HIGHLIGHT_MOVING", "The highlight is being moved; retry."

    # What is fetched from other servers
    ADDRESS_BLOCKED = "ADDRESS_BLOCKED", "The address is not on the public internet."
    ADDRESS_REFUSED = "ADDRESS_REFUSED", "Nothing can be sent to this address."
    UPSTREAM_FAILED = "UPSTREAM_FAILED", "Another server failed; see `details.reason`."
    UNSUPPORTED_MEDIA = "UNSUPPORTED_MEDIA", "Another server sent an unsupported type."

    # Rules, AI, webhooks, files, jobs
    BAD_EXPRESSION = "BAD_EXPRESSION", "This regular expression cannot be used here."
    AI_OFF = "AI_OFF", "The AI of this server cannot do this."
    BAD_KEY = "BAD_KEY", "This is not an API key."
    WEBHOOK_OFF = "WEBHOOK_OFF", "The webhook is switched off."
    EMPTY_FILE = "EMPTY_FILE", "The file is empty."
    NOT_OPML = "NOT_OPML", "The file is not a list of feeds (OPML)."
    NOT_AN_EXPORT = "NOT_AN_EXPORT", "The file was not exported by Tidings."
    NEWER_FILE = "NEWER_FILE", "A newer version of Tidings wrote the file."
    TOO_MANY_JOBS = "TOO_MANY_JOBS", "Too many jobs of this user are waiting."
    GIVEN_UP = "GIVEN_UP", "The job was started several times and never finished."
    UNKNOWN_JOB = "UNKNOWN_JOB", "This Tidings does not know this kind of job."

    # The installation
    INTERNAL = "INTERNAL", "A bug; the log has `details.request_id`."
    DATABASE_BUSY = "DATABASE_BUSY", "Too much is waiting for the database; retry."
    DATABASE_TIMEOUT = "DATABASE_TIMEOUT", "The database was too slow; retry."
    DATABASE_UNAVAILABLE = "DATABASE_UNAVAILABLE", "The database cannot be reached."
    DATABASE_TOO_NEW = "DATABASE_TOO_NEW", "A newer Tidings wrote the database."
    DATABASE_TOO_OLD = "DATABASE_TOO_OLD", "The database server is too old."
    DATABASE_DAMAGED = "DATABASE_DAMAGED", "The database is damaged."
    DATABASE_NOT_UPGRADED = "DATABASE_NOT_UPGRADED", "Run `tidings db upgrade` first."
    DATABASE_NOT_EMPTY = "DATABASE_NOT_EMPTY", "The target of a copy holds data."
    LEASE_LOST = "LEASE_LOST", "Another process has taken over this work."
    SECRET_UNREADABLE = "SECRET_UNREADABLE", "A secret was stored with another key."
    SETTING_INVALID = "SETTING_INVALID", "A setting of the installation is wrong."
    COMMAND_FAILED = "COMMAND_FAILED", "A command could not do what was asked."
