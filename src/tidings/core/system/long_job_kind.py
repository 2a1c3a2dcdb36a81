"""The kinds of long job, by the name that is stored with each."""

from enum import StrEnum


class LongJobKind(StrEnum):
    """What a long job does."""

    APPLY_RULE = "apply_rule"
    IMPORT_OPML = "import_opml"
    IMPORT_USER = "import_user"
    SUBSCRIBE = "subscribe"
    VACUUM = "vacuum"
