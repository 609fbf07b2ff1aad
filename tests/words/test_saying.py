"""Every game can say everything that happens in it, in every language."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from matchday.engine.speech import LANGUAGES, Say
from matchday.games import GAMES, game
from matchday.games.pilka_w_grze.draw import draw_attack
from tests.kit import random_match

NAMES = ["Ada", "Zażółć United", "Ñandú", "The Reds"]


def is_said(text):
    """A sentence is there and complete: no value was left out and no number stands for a missing word."""
    assert isinstance(text, str)
    assert text.strip()
    assert "{" not in text
    assert "None" not in text


def option_sets(rules):
    """The defaults, every option at its last value, and each option's other values in turn."""
    last = {name: option.values[-1] for name, option in rules.options.items() if option.values}
    sets = [{}, last]
    for name, option in rules.options.items():
        sets += [{name: value} for value in option.values[1:]]
    return sets


def names_of(position):
    return NAMES[: int(position.box.seats)]


def say_position(position, say, actions_of):
    """Say everything about one position to each seat that has to decide."""
    words, sight, box = position.game.words, position.game.sight, position.box
    is_said(words.phase(say, box, position.table))
    for seat in range(int(box.seats)):
        hidden = position.hidden(seat)
        is_said(words.prompt(say, box, hidden, seat))
        for action in actions_of(seat):
            is_said(words.action(say, box, hidden, seat, action))
            is_said(words.notation(box, action))
            assert isinstance(sight.detail(say, box, hidden, seat, action), str)
        for zone in sight.zones(say, box, hidden, seat):
            is_said(zone.name)
        for counter in sight.counters(say, box, hidden, seat):
            is_said(counter.name)
        assert isinstance(sight.clock(say, box, hidden), str)


@pytest.mark.parametrize("name", GAMES)
def test_every_position_can_be_told(name):
    rules = game(name)
    says = [Say(language, name) for language in LANGUAGES]
    for seed, options in enumerate(option_sets(rules)[:2], start=1):
        phases = set()
        last = None
        for ply, (position, _, _) in enumerate(random_match(rules, seed, **options)):
            last = position
            if position.phase in phases and ply % 25:
                continue
            phases.add(position.phase)
            for say in says:
                say_position(position, say, lambda seat, at=position: at.legal(seat) if seat in at.waiting else [])
        assert last is not None
        for say in says:
            say_position(last, say, lambda _: [])


@pytest.mark.parametrize("name", GAMES)
def test_every_position_can_be_drawn(name):
    rules = game(name)
    console = Console(file=io.StringIO(), width=120)
    for language in LANGUAGES:
        for ply, (position, seat, _) in enumerate(random_match(rules, 1)):
            if ply % 20 == 0:
                hidden = position.hidden(seat)
                console.print(rules.draw(Say(language, name), position.box, hidden, seat, names_of(position)))
    assert NAMES[0] in console.file.getvalue()


@pytest.mark.parametrize("name", GAMES)
def test_every_event_can_be_told(name):
    rules = game(name)
    met = {}
    for seed, options in enumerate(option_sets(rules)[:8], start=1):
        for position, _, _ in random_match(rules, seed, **options):
            for kind, *args in position.events():
                met.setdefault(kind, set()).add((tuple(args), position))
        for kind, *args in position.events():
            met.setdefault(kind, set()).add((tuple(args), position))
    some = next(iter(met.values()))
    width = len(next(iter(some))[0])
    for event in rules.events:
        # What random play does not meet, such as the drawing of lots, is told with plain numbers.
        happened = met.get(int(event)) or {((1,) * width, next(iter(some))[1])}
        for language in LANGUAGES:
            say = Say(language, name)
            for args, position in sorted(happened, key=lambda pair: pair[0])[:50]:
                is_said(rules.words.event(say, position.box, names_of(position), int(event), args))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_options_values_and_names_can_be_told(name, language):
    rules, say = game(name), Say(language, name)
    is_said(rules.words.title(say))
    is_said(rules.words.blurb(say))
    for seat in range(int(rules.box().seats)):
        is_said(rules.words.team(say, seat))
    for option in rules.options.values():
        label, meaning = rules.words.option(say, option.name)
        is_said(label)
        is_said(meaning)
        shown = [rules.words.value(say, option.name, value) for value in option.values or (option.default,)]
        if option.values:
            assert len(set(shown)) == len(shown), f"{option.name}: two values have the same name: {shown}"
            for text in shown:
                is_said(text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_long_names_do_not_push_the_symbols_off_a_card(language):
    rules = game("pilka_w_grze")
    fullest = 0
    for position, _, _ in random_match(rules, 3):
        used = int(position.table.actions_used)
        if used < 2 or not all(position.table.answer[: used - 1]):
            continue
        console = Console(file=io.StringIO(), width=120)
        console.print(draw_attack(Say(language, rules.name), position.box, position.table))
        drawn = console.file.getvalue()
        answers = [int(card) - 1 for card in position.table.answer[:used] if card]
        if not position.table.laid_count.any():
            assert drawn.count("◆") == sum(int(position.box.cards[card].gloves) for card in answers)
            fullest = max(fullest, len(answers))
    assert fullest >= 2
