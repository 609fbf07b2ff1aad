"""The wire's types for the client: `make wire` writes `web/src/lib/wire.ts` from the models of the server, and into the
client's folder of each game, as `wire.ts`, how the game names the numbers of its events.

Only what our own schemas use is known here; anything else is an error, not a guess. `--check` changes nothing and
tells by its exit status whether the files are up to date.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

from matchday.engine.game import Game
from matchday.games import GAMES, game

CLIENT = Path(__file__).parents[1] / "web" / "src"
TARGET = CLIENT / "lib" / "wire.ts"
HEAD = (
    "/** What goes over the wire. Written by `make wire` from the models of the server: change those, not this file. */"
)
EVENTS = """\
/** The events of this game, each with the names of its numbers. Written by `make wire` from the game's `Event`. */

import type {{ Told }} from '../../lib/told';

export interface Names {{
{names}
}}

export type Event = Told<Names>;
"""
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
    for key in ("anyOf", "oneOf", "allOf"):
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
    """Write a value as the client's sources write it."""
    return f"'{value}'" if isinstance(value, str) else json.dumps(value)


def comment(schema: Schema, indent: str = "") -> list[str]:
    """Keep what the model says of itself."""
    text = " ".join(str(schema.get("description", "")).split())
    return [f"{indent}/** {text} */"] if text else []


def declaration(name: str, schema: Schema, *, in_part: bool) -> list[str]:
    """Declare one type. Of what the client sends, or is told in part, fields with a default may be left out."""
    if "properties" not in schema:
        return [*comment(schema), f"export type {name} = {type_of(schema)};", ""]
    needed = schema.get("required", [])
    lines = [*comment(schema), f"export interface {name} {{"]
    for field, value in schema["properties"].items():
        mark = "?" if in_part and field not in needed else ""
        lines += [*comment(value, "  "), f"  {field}{mark}: {type_of(value)};"]
    return [*lines, "}", ""]


def typescript() -> str:
    """Write all types of the wire."""
    from msgspec import UNSET

    from matchday.engine.calls import Incoming
    from matchday.engine.view import Sent
    from matchday.server.app import create_app
    from matchday.server.document import kinds_of

    schemas: dict[str, Schema] = create_app().openapi()["components"]["schemas"]
    told = [kind for kind in kinds_of(Sent) if UNSET in kind.__struct_defaults__]
    in_part = {model.__name__ for model in (*Incoming.__subclasses__(), *told)}
    short = {kind.__name__ for kind in kinds_of(Sent) if kind.__struct_config__.omit_defaults} - in_part
    lines = [HEAD, ""]
    for name, schema in schemas.items():
        lines += declaration(name, schema, in_part=name in in_part)
    lines += [f"export type {name} = {known};" for name, known in ALIASES.items()]
    lines += ["", *defaults({name: schemas[name] for name in sorted(short)})]
    return "\n".join(lines) + "\n"


def defaults(short: Mapping[str, Schema]) -> list[str]:
    """Write what is left out of some types where it has its default: the client puts it back."""
    lines = ["/** What is left out where it is so. */", "export const DEFAULTS = {"]
    for name, schema in short.items():
        usual = {field: part["default"] for field, part in schema["properties"].items() if "default" in part}
        lines.append(f"  {name}: {{ {', '.join(f'{field}: {literal(given)}' for field, given in usual.items())} }},")
    return [*lines, "};"]


def events(game: Game) -> str:
    """Write how a game names the numbers of its events."""
    names = (
        f"  {kind.name.lower()}: {' | '.join(literal(name) for name in kind.names) or 'never'};" for kind in game.events
    )
    return EVENTS.format(names="\n".join(names))


def files() -> dict[Path, str]:
    """Write every file; a game without a folder of its own in the client needs none."""
    folders = {name: CLIENT / "games" / name for name in GAMES}
    kits = {folder / "wire.ts": events(game(name)) for name, folder in folders.items() if folder.is_dir()}
    return {TARGET: typescript(), **kits}


def main() -> int:
    """Write the files, or check them."""
    parser = argparse.ArgumentParser(prog="python -m tools.typescript", description=__doc__.split("\n\n")[0])
    parser.add_argument("--check", action="store_true", help="change nothing; tell whether the files are up to date")
    stale = {path: text for path, text in files().items() if not path.is_file() or path.read_text("utf-8") != text}
    if parser.parse_args().check:
        for path in stale:
            print(f"{path.relative_to(CLIENT)} is not what the server sends: make wire", file=sys.stderr)
        return int(bool(stale))
    for path, text in stale.items():
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
