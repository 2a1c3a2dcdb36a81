"""Saved searches, which are read like feeds: `GET entries/search?search_id=…`."""

from typing import Annotated, Any

from fastapi import APIRouter, Response
from pydantic import BaseModel, ConfigDict, Field

from tidings.core.search_terms import LONGEST_QUERY
from tidings.services import saved_searches as service
from tidings.web.answers import json_answer
from tidings.web.deps import Given
from tidings.web.signed_in import Reader, Writer
from tidings.web.v1.fields import Body, IdInPath, Storable

router = APIRouter(tags=["searches"])

_Name = Annotated[Storable, Field(min_length=1, max_length=200, pattern=r"\S")]
_Query = Annotated[Storable, Field(min_length=1, max_length=LONGEST_QUERY)]
_Id = Annotated[str, Field(pattern=r"^[0-9a-f-]{36}$")]
_EXAMPLE: dict[str, Any] = {
    "id": "0199c1a2-7e00-7000-8000-000000000001",
    "name": "Bridges",
    "query": "bridge -cards is:unread",
    "position": 1,
    "unread": 12,
    "unread_exact": True,
    "created_at": 1760000000000000,
    "changed_at": 1760000000000000,
}


class SearchAnswer(BaseModel):
    """A saved search."""

    model_config = ConfigDict(json_schema_extra={"example": _EXAMPLE})
    id: str
    name: str
    query: str
    position: int
    unread: int
    unread_exact: bool = Field(
        description="false: counted among the newest 1,000 unread entries only, there"
        " may be more"
    )
    created_at: int
    changed_at: int


class SearchList(BaseModel):
    """All saved searches, in their order."""

    items: list[SearchAnswer]
    next_cursor: None = None


class NewSearch(Body):
    """A search to keep."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "example": {"name": _EXAMPLE["name"], "query": _EXAMPLE["query"]}
        },
    )
    name: _Name
    query: _Query


class SearchChange(Body):
    """What is to be different; what is left out stays."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"example": {"name": "Bridges, new"}}
    )
    name: _Name | None = None
    query: _Query | None = None


class SearchOrder(Body):
    """Searches to put first, in this order."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"example": {"ids": [_EXAMPLE["id"]]}}
    )
    ids: Annotated[list[_Id], Field(min_length=1, max_length=1000)]


@router.get(
    "/searches",
    operation_id="list_searches",
    summary="List saved searches",
    response_description="All of them, with what is unread in each.",
    response_model=SearchList,
)
async def list_searches(context: Given, visitor: Reader) -> Response:
    """Return all saved searches."""
    items = await service.list_searches(context, visitor.user_id)
    return json_answer({"items": items, "next_cursor": None})


@router.post(
    "/searches",
    operation_id="create_search",
    summary="Save a search",
    status_code=201,
    response_description="The search.",
    response_model=SearchAnswer,
)
async def create_search(context: Given, visitor: Writer, body: NewSearch) -> Response:
    """Keep a search, to read it like a feed."""
    saved = await service.add_search(context, visitor.user_id, body.name, body.query)
    return json_answer(saved, 201)


@router.post(
    "/searches/reorder",
    operation_id="reorder_searches",
    summary="Order saved searches",
    response_description="All of them, in their new order.",
    response_model=SearchList,
)
async def reorder_searches(
    context: Given, visitor: Writer, body: SearchOrder
) -> Response:
    """Put some searches first; the others follow as they were."""
    items = await service.reorder_searches(context, visitor.user_id, body.ids)
    return json_answer({"items": items, "next_cursor": None})


@router.get(
    "/searches/{id}",
    operation_id="get_search",
    summary="One saved search",
    response_description="The search.",
    response_model=SearchAnswer,
)
async def get_search(context: Given, visitor: Reader, id: IdInPath) -> Response:
    """Return one saved search."""
    return json_answer(await service.get_search(context, visitor.user_id, id))


@router.patch(
    "/searches/{id}",
    operation_id="change_search",
    summary="Change a saved search",
    response_description="The search as it is now.",
    response_model=SearchAnswer,
)
async def change_search(
    context: Given, visitor: Writer, id: IdInPath, body: SearchChange
) -> Response:
    """Change the name or the query."""
    changed = await service.change_search(
        context, visitor.user_id, id, body.name, body.query
    )
    return json_answer(changed)


@router.delete(
    "/searches/{id}",
    operation_id="delete_search",
    summary="Delete a saved search",
    status_code=204,
    response_description="It is gone.",
)
async def delete_search(context: Given, visitor: Writer, id: IdInPath) -> None:
    """Forget a search; the entries that it finds stay."""
    await service.delete_search(context, visitor.user_id, id)
