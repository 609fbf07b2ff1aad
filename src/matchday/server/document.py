"""The OpenAPI document: the REST calls, and among the schemas the messages of the socket."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from inspect import cleandoc, getsource
from itertools import pairwise
from textwrap import dedent
from typing import Any

import msgspec
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from matchday.engine.view import REF, Sent
from matchday.server.wire import CLIENT_MESSAGE, ToClient


def document(app: FastAPI) -> dict[str, Any]:
    """Write the document, once."""
    if app.openapi_schema is None:
        schema = get_openapi(title=app.title, version=app.version, routes=app.routes)
        schemas = schema["components"]["schemas"]
        schema["components"]["schemas"] = dict(sorted({**socket_schemas(), **schemas}.items()))
        app.openapi_schema = schema
    return app.openapi_schema


def socket_schemas() -> dict[str, Any]:
    """Give the schemas of the socket's messages, and of all that msgspec writes."""
    asked = CLIENT_MESSAGE.json_schema(ref_template=REF.format(name="{model}"))
    kinds = {kind.__name__: kind for kind in kinds_of(Sent)}
    (answer, *_), found = msgspec.json.schema_components([ToClient, *kinds.values()], ref_template=REF)
    for name, schema in found.items():
        describe(schema, kinds[name])
    return {**found, **asked.pop("$defs"), "ClientMessage": asked, "ServerMessage": answer}


def kinds_of(base: type[Sent]) -> Iterator[type[Sent]]:
    """List all that is made from a base and not a base itself."""
    for kind in base.__subclasses__():
        if kind.__struct_fields__:
            yield kind
        yield from kinds_of(kind)


def describe(schema: dict[str, Any], kind: type[Sent]) -> None:
    """Add what a class says of its fields in the texts below them."""
    (definition,) = ast.parse(dedent(getsource(kind))).body
    if not isinstance(definition, ast.ClassDef):
        return
    for field, text in pairwise(definition.body):
        match field, text:
            case ast.AnnAssign(target=ast.Name(name)), ast.Expr(ast.Constant(str(said))):
                schema["properties"][name]["description"] = cleandoc(said)
