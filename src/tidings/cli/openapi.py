"""`tidings openapi`: the API's description, for generators and clients."""

from tidings.cli.output import print_json


def openapi() -> None:
    """Print the OpenAPI document of the HTTP API."""
    from tidings.web.app import openapi_document

    print_json(openapi_document())
