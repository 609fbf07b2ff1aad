"""The client's types are those of the server's models."""

from __future__ import annotations

import pytest

from tools.typescript import ALIASES, CLIENT, SCALAR, declaration, events, files, type_of, typescript


def test_the_clients_types_are_up_to_date():
    stale = [path for path, text in files().items() if not path.is_file() or path.read_text(encoding="utf-8") != text]
    assert not stale, "run `make wire`"


def test_every_event_is_written_with_the_names_of_its_numbers(game):
    written = events(game)
    assert files().get(CLIENT / "games" / game.name / "wire.ts", written) == written
    for kind in game.events:
        names = " | ".join(f"'{name}'" for name in kind.names) or "never"
        assert f"\n  {kind.name.lower()}: {names};\n" in written


def test_every_name_is_declared_once_and_every_alias_means_something():
    written = typescript()
    names = [line.split()[2] for line in written.splitlines() if line.startswith("export ")]
    assert len(names) == len(set(names))
    assert {known.partition("[")[0] for known in ALIASES.values() if known != SCALAR} <= set(names)


@pytest.mark.parametrize(
    ("schema", "written"),
    [
        ({"type": "integer"}, "number"),
        ({"anyOf": [{"type": "integer"}, {"type": "number"}, {"type": "null"}]}, "number | null"),
        ({"type": "array", "items": {"enum": ["a", "b"]}}, "('a' | 'b')[]"),
        ({"type": "object", "additionalProperties": {"$ref": "#/components/schemas/Zone"}}, "Record<string, Zone>"),
        ({"type": "array", "prefixItems": [{"type": "string"}, {"const": 3}]}, "[string, 3]"),
    ],
)
def test_schemas_become_types(schema, written):
    assert type_of(schema) == written


def test_what_is_not_known_is_no_guess():
    with pytest.raises(ValueError, match="no type for"):
        type_of({"type": "object"})


def test_what_the_client_sends_may_leave_out_defaults_what_it_gets_has_all():
    schema = {"properties": {"a": {"type": "string"}, "b": {"type": "string"}}, "required": ["a"]}
    assert "  b?: string;" in declaration("Sent", schema, in_part=True)
    assert "  b: string;" in declaration("Got", schema, in_part=False)
