"""Publishing lists as feeds, under addresses that can be renewed and withdrawn."""

from typing import Annotated, Any

from fastapi import APIRouter, Response
from pydantic import BaseModel, ConfigDict, Field

from tidings.core.ai_prompts import SCORES
from tidings.core.reading import LONGEST_TAG
from tidings.services import publications as service
from tidings.services.publications import PublicationChange, PublicationWish
from tidings.store.publications import Source
from tidings.web.answers import json_answer
from tidings.web.deps import Given, GivenFetching
from tidings.web.signed_in import Owner
from tidings.web.v1.fields import Body, IdInPath, Number, Storable

router = APIRouter(tags=["publications"])

_Title = Annotated[Storable, Field(min_length=1, max_length=200, pattern=r"\S")]
_Tag = Annotated[Storable, Field(min_length=1, max_length=LONGEST_TAG, pattern=r"\S")]
_Id = Annotated[str, Field(pattern=r"^[0-9a-f-]{36}$")]
_Most = Annotated[int, Field(ge=1, le=200)]
_Score = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
_EXAMPLE: dict[str, Any] = {
    "id": "0199c1a2-7e00-7000-8000-000000000001",
    "source": "folder",
    "folder_id": 3,
    "tag": None,
    "search_id": None,
    "title": "What I read",
    "ceilings": {"overall": 0.5},
    "neutral": True,
    "full_content": False,
    "limit": 50,
    "created_at": 1760000000000000,
    "changed_at": 1760000000000000,
    "addresses": {
        "rss": "https://news.example.org/p/9fG3….rss",
        "atom": "https://news.example.org/p/9fG3….atom",
        "json": "https://news.example.org/p/9fG3….json",
    },
}


class CeilingFields(Body):
    """The most of each score; what is left out may be any. With a ceiling, only entries
    that were scored are published."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"example": {"overall": 0.5}}
    )
    overall: _Score | None = None
    framing: _Score | None = None
    clickbait: _Score | None = None
    persuasive: _Score | None = None
    hyper_stimulus: _Score | None = None
    speculative: _Score | None = None

    def values(self) -> dict[str, float | None]:
        return {name: getattr(self, name) for name in ("overall", *SCORES)}


class PublicationAnswer(BaseModel):
    """A list that is published."""

    model_config = ConfigDict(json_schema_extra={"example": _EXAMPLE})
    id: str
    source: Source
    folder_id: int | None
    tag: str | None
    search_id: str | None
    title: str
    ceilings: dict[str, float]
    neutral: bool = Field(description="neutral titles, where there are any")
    full_content: bool
    limit: int
    created_at: int
    changed_at: int
    addresses: dict[str, str] | None = Field(
        description="by format; null: they cannot be shown any more, renew them"
    )


class PublicationList(BaseModel):
    """All that is published."""

    items: list[PublicationAnswer]
    next_cursor: None = None


class NewPublication(Body):
    """A list to publish. A folder needs `folder_id`, a tag `tag`, a search
    `search_id`."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "example": {"source": "starred", "title": "Worth reading", "limit": 20}
        },
    )
    source: Source
    title: _Title
    folder_id: Number | None = None
    tag: _Tag | None = None
    search_id: _Id | None = None
    ceilings: CeilingFields = Field(default_factory=CeilingFields)
    neutral: bool = False
    full_content: bool = False
    limit: _Most = 50


class PublicationChanges(Body):
    """What is to be different; what is left out stays."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"example": {"full_content": True}}
    )
    title: _Title | None = None
    ceilings: CeilingFields | None = None
    neutral: bool | None = None
    full_content: bool | None = None
    limit: _Most | None = None


@router.get(
    "/publications",
    operation_id="list_publications",
    summary="List what is published",
    response_description="All publications, with their addresses.",
    response_model=PublicationList,
)
async def list_publications(
    context: Given, fetching: GivenFetching, visitor: Owner
) -> Response:
    """Return all lists that you published."""
    items = await service.list_publications(context, fetching, visitor.user_id)
    return json_answer({"items": items, "next_cursor": None})


@router.post(
    "/publications",
    operation_id="create_publication",
    summary="Publish a list",
    status_code=201,
    response_description="The publication, with its addresses.",
    response_model=PublicationAnswer,
)
async def create_publication(
    context: Given, fetching: GivenFetching, visitor: Owner, body: NewPublication
) -> Response:
    """Publish a list: whoever has one of its addresses can read what you can."""
    wish = PublicationWish(
        source=body.source,
        title=body.title,
        folder_id=body.folder_id,
        tag=body.tag,
        search_id=body.search_id,
        ceilings=body.ceilings.values(),
        neutral=body.neutral,
        full_content=body.full_content,
        limit=body.limit,
    )
    made = await service.publish(context, fetching, visitor.user_id, wish)
    return json_answer(made, 201)


@router.get(
    "/publications/{id}",
    operation_id="get_publication",
    summary="One publication",
    response_description="The publication.",
    response_model=PublicationAnswer,
)
async def get_publication(
    context: Given, fetching: GivenFetching, visitor: Owner, id: IdInPath
) -> Response:
    """Return one publication."""
    found = await service.get_publication(context, fetching, visitor.user_id, id)
    return json_answer(found)


@router.patch(
    "/publications/{id}",
    operation_id="change_publication",
    summary="Change a publication",
    response_description="The publication as it is now.",
    response_model=PublicationAnswer,
)
async def change_publication(
    context: Given,
    fetching: GivenFetching,
    visitor: Owner,
    id: IdInPath,
    body: PublicationChanges,
) -> Response:
    """Change how a list is published; its addresses stay."""
    change = PublicationChange(
        title=body.title,
        ceilings=None if body.ceilings is None else body.ceilings.values(),
        neutral=body.neutral,
        full_content=body.full_content,
        limit=body.limit,
    )
    changed = await service.change_publication(
        context, fetching, visitor.user_id, id, change
    )
    return json_answer(changed)


@router.post(
    "/publications/{id}/renew",
    operation_id="renew_publication",
    summary="Give a publication new addresses",
    response_description="The publication; its old addresses lead nowhere.",
    response_model=PublicationAnswer,
)
async def renew_publication(
    context: Given, fetching: GivenFetching, visitor: Owner, id: IdInPath
) -> Response:
    """Make new addresses and forget the old ones."""
    renewed = await service.renew_publication(context, fetching, visitor.user_id, id)
    return json_answer(renewed)


@router.delete(
    "/publications/{id}",
    operation_id="withdraw_publication",
    summary="Withdraw a publication",
    status_code=204,
    response_description="Its addresses lead nowhere.",
)
async def withdraw_publication(context: Given, visitor: Owner, id: IdInPath) -> None:
    """Publish a list no more."""
    await service.withdraw(context, visitor.user_id, id)
