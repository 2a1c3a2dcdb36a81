"""Sample feeds, for a look around before one has feeds of one's own."""

from fastapi import APIRouter, Response
from pydantic import BaseModel, ConfigDict

from tidings.services.samples import SampleLanguage, follow_samples
from tidings.web.answers import json_answer
from tidings.web.deps import Given
from tidings.web.signed_in import Writer
from tidings.web.v1.fields import Body

router = APIRouter(tags=["samples"])


class SamplesBody(Body):
    """In which language the folder is named, and one of the feeds written."""

    model_config = ConfigDict(json_schema_extra={"example": {"language": "en"}})
    language: SampleLanguage = "en"


class SamplesAnswer(BaseModel):
    """What is followed now."""

    model_config = ConfigDict(
        json_schema_extra={"example": {"subscription_ids": [31, 32, 33, 34]}}
    )
    subscription_ids: list[int]


@router.post(
    "/samples",
    operation_id="follow_samples",
    summary="Follow sample feeds",
    status_code=201,
    response_description="The feeds are there, in a folder of their own.",
    response_model=SamplesAnswer,
    responses={200: {"model": SamplesAnswer, "description": "They were all followed."}},
)
async def add_samples(context: Given, visitor: Writer, body: SamplesBody) -> Response:
    """Follow a few invented feeds, which only you have and nothing is fetched for.
    Unsubscribe when you have seen enough."""
    given = await follow_samples(context, visitor.user_id, body.language)
    shown = {"subscription_ids": given.subscription_ids}
    return json_answer(shown, 201 if given.is_new else 200)
