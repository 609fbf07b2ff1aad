"""The wire's types for the client: `make wire` writes `web/src/lib/wire.ts` from the models of the server.

Only what our own schemas use is known here; anything else is an error, not a guess. `--check` changes nothing and
tells by its exit status whether the file is up to date.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

TARGET = Path(__file__).parents[3] / "web" / "src" / "lib" / "wire.ts"
HEAD = (
    "/** What goes over the wire. Written by `make wire` from the models of the server: change those, not this file. */"
)
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
REF = "#/components/schemas/"
SCALAR = "boolean | number | string"
ALIASES = {
    "SeatPlan": "SeatOrder",
    "NewMatch": "MatchOrder",
    "MatchRow": "Summary",
    "Clause": "Rule",
    "FromServer": "ServerMessage",
    "ToServer": "ClientMessage",
    "OptionValue": SCALAR,
    "ErrorCode": "ErrorMessage['code']",
}
"""The client's own names for some of them."""

Schema: TypeAlias = Mapping[str, Any]


def type_of(schema: Schema) -> str:
    """Write a schema as a type."""
    if "$ref" in schema:
        return str(schema["$ref"]).removeprefix(REF)
    if "const" in schema:
        return literal(schema["const"])
    if "enum" in schema:
        return " | ".join(literal(value) for value in schema["enum"])
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return " | ".join(dict.fromkeys(type_of(part) for part in schema[key]))
    kind = schema.get("type")
    if kind == "array":
        return array_of(schema)
    for key in ("additionalProperties", "patternProperties"):
        if kind == "object" and key in schema:
            value = schema[key] if key == "additionalProperties" else next(iter(schema[key].values()))
            return f"Record<string, {type_of(value)}>"
    if kind in PLAIN:
        return PLAIN[kind]
    message = f"no type for the schema {json.dumps(schema)}"
    raise ValueError(message)


def array_of(schema: Schema) -> str:
    """Write a list, or a row of fixed length."""
    if "prefixItems" in schema:
        return f"[{', '.join(type_of(item) for item in schema['prefixItems'])}]"
    item = type_of(schema["items"])
    return f"({item})[]" if "|" in item else f"{item}[]"


def literal(value: object) -> str:
    """Write a text as the client's sources write it."""
    return f"'{value}'" if isinstance(value, str) else json.dumps(value)


def comment(schema: Schema, indent: str = "") -> list[str]:
    """Keep what the model says of itself."""
    text = " ".join(str(schema.get("description", "")).split())
    return [f"{indent}/** {text} */"] if text else []


def declaration(name: str, schema: Schema, *, sent: bool) -> list[str]:
    """Declare one type. Of what the client sends, fields with a default may be left out; what it gets has them all."""
    if "properties" not in schema:
        return [*comment(schema), f"export type {name} = {type_of(schema)};", ""]
    needed = schema.get("required", [])
    lines = [*comment(schema), f"export interface {name} {{"]
    for field, value in schema["properties"].items():
        mark = "?" if sent and field not in needed else ""
        lines += [*comment(value, "  "), f"  {field}{mark}: {type_of(value)};"]
    return [*lines, "}", ""]


def typescript() -> str:
    """Write all types of the wire."""
    from matchday.engine.calls import Incoming
    from matchday.server.app import create_app

    schemas: dict[str, Schema] = create_app().openapi()["components"]["schemas"]
    sent = {model.__name__ for model in Incoming.__subclasses__()}
    lines = [HEAD, ""]
    for name, schema in schemas.items():
        lines += declaration(name, schema, sent=name in sent)
    lines += [f"export type {name} = {known};" for name, known in ALIASES.items()]
    return "\n".join(lines) + "\n"


def main() -> int:
    """Write the file, or check it."""
    parser = argparse.ArgumentParser(prog="python -m matchday.server.typescript", description=__doc__.split("\n\n")[0])
    parser.add_argument("--check", action="store_true", help="change nothing; tell whether the file is up to date")
    fresh = typescript()
    if parser.parse_args().check:
        return int(TARGET.read_text(encoding="utf-8") != fresh)
    TARGET.write_text(fresh, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
