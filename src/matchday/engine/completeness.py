"""What a game lacks, in words: `Game` looks when it is made, so that nobody meets it in the middle of a match."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from inspect import Parameter, isfunction, signature
from typing import Any

from matchday.engine.errors import BoxError
from matchday.engine.game import Game, Hints, Rules, Secrets, Sight, Words
from matchday.engine.slots import OPTIONAL
from matchday.engine.speech import Say

FILES = {"rules": Rules, "secrets": Secrets, "hints": Hints, "words": Words, "sight": Sight}


def lacking(game: Game) -> list[str]:
    """List every function that is missing or takes other things; if there are none, all that has no words."""
    functions = [problem for part, protocol in FILES.items() for problem in wrong_functions(game, part, protocol)]
    return functions or list(wordless(game))


def arities(function: Any) -> range:
    """Tell how many arguments a function takes: those without a default must be given."""
    given = signature(function).parameters.values()
    return range(sum(each.default is Parameter.empty for each in given), len(given) + 1)


def wrong_functions(game: Game, part: str, protocol: Any) -> Iterator[str]:
    """Compare the functions of a file with what `engine/game.py` asks of it."""
    file = "view.py" if part == "sight" else f"{part}.py"
    optional = {function.__name__ for function in OPTIONAL}
    for name, wanted in vars(protocol).items():
        if not isfunction(wanted) or name.startswith("_"):
            continue
        takes = list(signature(wanted).parameters)[1:]  # without self
        asked = f"{name}({', '.join(takes)})"
        found = getattr(getattr(game, part), name, None)
        if found is None and name in optional:
            continue
        if not callable(found):
            yield f"{file} has no function {asked}"
        elif len(takes) not in arities(found):
            given = signature(found).parameters
            yield f"{file}: {name}({', '.join(given)}) should be {asked}"


def wordless(game: Game) -> Iterator[str]:
    """List phases, events and options that `words.py` cannot name."""
    words, say = game.words, Say("en", game.name)
    box, table = game.box_type.new(), game.table_type.new()
    for what, tell in (("title", words.title), ("blurb", words.blurb)):
        yield from unsaid(what, lambda tell=tell: [tell(say)])  # type: ignore[misc]
    for phase in (phase for phase in game.phases if phase < game.automatic):
        table.phase = phase
        yield from unsaid(f"phase {phase.name}", lambda: [words.phase(say, box, table)])
    for event in game.events:
        yield from unsaid(f"event {event.name}", lambda event=event: [words.event_rule(int(event))])  # type: ignore[misc]
    try:
        options = game.options
    except BoxError as error:
        yield from error.problems
        return
    for name, option in options.items():
        yield from unsaid(f"option {name}", lambda name=name: words.option(say, name))  # type: ignore[misc]
        for value in option.values:
            yield from unsaid(
                f"value {value!r} of option {name}",
                lambda name=name, value=value: [words.value(say, name, value)],  # type: ignore[misc]
            )


def unsaid(what: str, tell: Callable[[], Any]) -> Iterator[str]:
    """Complain unless something is told, and nothing of it empty."""
    try:
        if not all(tell()):
            yield f"words.py says nothing of the {what}"
    except LookupError:
        yield f"words.py has no words for the {what}"
    except Exception as error:  # noqa: BLE001 - whatever it is, it is listed with the rest
        yield f"words.py cannot tell the {what}: {type(error).__name__}: {error}"
