"""The report of MCS: every event as a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from matchday.engine.speech import Say, mark
from matchday.engine.telling import Teller, counted_line, line, report
from matchday.games.mcs.state import COLOURS, FALL, FINISH, LAST, NO_CARD, OUT, RIDERS, Box, Event, Format, Phase
from matchday.games.mcs.words.names import (
    LAP_KINDS,
    SIDES,
    UNSAID,
    card_name,
    effect_name,
    helmet,
    lines_of,
    lower_half,
    rider_name,
    surname,
    symbol_of,
    tracks_of,
    upper_half,
)
from matchday.games.mcs.words.prompts import PASSES


def order_text(say: Say, colours: Sequence[int]) -> str:
    """Write a running order: "Red, White, Blue, Yellow"."""
    return ", ".join(helmet(say, colour) for colour in colours)


def riders_text(say: Say, box: Box, riders: Sequence[int]) -> str:
    """Write a running order by names."""
    return ", ".join(surname(UNSAID, box, rider) for rider in riders if rider >= 0) or say(mark("nobody"))


def points_text(say: Say, box: Box, points: Sequence[int]) -> str:
    """Write the points: of the sides in a match, the host's first, else of the four colours."""
    if box.format == Format.FOURWAY:
        return ", ".join(f"{helmet(say, colour)} {points[colour]}" for colour in range(COLOURS))
    red, blue, yellow, white = points
    host, guest = (say(name) for name in SIDES)
    return f"{host} {red + blue}:{yellow + white} {guest}"


def tell_lap(say: Say, box: Box, names: list[str], told: Any) -> str:
    """Announce a lap."""
    text = mark("Lap {lap}: {kind}!") if told.kind == FINISH else mark("Lap {lap}: {kind}.")
    texts = (text, mark("Lap {lap}, called by a card: {kind}."), mark("The last lap is over: the finish line."))
    return say(texts[told.origin], lap=told.lap, kind=say(LAP_KINDS[told.kind]))


def tell_trouble(say: Say, box: Box, names: list[str], told: Any) -> str:
    """Say what came of a fall or defect."""
    if told.outcome == OUT:
        text = mark("{rider} falls and is out!") if told.trouble == FALL else mark("{rider}: engine failure, out!")
    elif told.outcome == LAST:
        text = mark("{rider} goes wide and drops to the last place.")
    elif told.outcome == NO_CARD:
        text = mark("{rider}: the engine splutters, no fight card on this lap.")
    else:
        text = mark("{rider} keeps going as if nothing had happened.")
    return say(text, rider=surname(UNSAID, box, told.rider))


def tell_line_up(say: Say, box: Box, names: list[str], told: Any) -> str:
    """Say who comes out of the gate in which order."""
    riders = ", ".join(f"{int(box.number[rider])} {surname(UNSAID, box, rider)}" for rider in told if rider >= 0)
    return say(mark("Out of the gate: {riders}."), riders=riders)


def tell_heat_result(say: Say, box: Box, names: list[str], told: Any) -> str:
    """Say who finished a heat in which order with how many points, in a match also how it went, the host first."""
    heat, *order = told
    scored = {rider: int(points) for rider, points in zip(order, box.points, strict=True) if rider >= 0}
    riders = ", ".join(f"{surname(UNSAID, box, rider)} {points}" for rider, points in scored.items())
    if not riders:
        return say(mark("Heat {heat}: nobody finishes."), heat=heat)
    if box.format == Format.FOURWAY or heat > box.heats:
        return say(mark("Heat {heat}: {riders}."), heat=heat, riders=riders)
    host = sum(points for rider, points in scored.items() if rider < 2 * RIDERS)
    guest = sum(scored.values()) - host
    return say(mark("Heat {heat} ends {host}:{guest}. {riders}."), heat=heat, host=host, guest=guest, riders=riders)


def tell_ranks(say: Say, box: Box, names: list[str], told: Any) -> str:
    """Say who has come in where, from the first down."""
    ranks = sorted(zip(told, range(COLOURS), strict=True))
    return say(
        mark("Final ranks: {ranks}."), ranks=", ".join(f"{rank}. {helmet(say, colour)}" for rank, colour in ranks)
    )


def tell_clash(say: Say, box: Box, names: list[str], told: Any) -> str:
    """Tell how an attempt to overtake went: the lines that were open, or that all were shut."""
    riders = {"rider": surname(UNSAID, box, told.rider), "ahead": surname(UNSAID, box, told.ahead)}
    if told.defence < 0:
        return say(mark("{rider} passes {ahead}, who has no answer."), **riders)
    left = int(box.cards[told.attack].tracks) & ~int(box.cards[told.defence].tracks)
    if left:
        return say(mark("{rider} finds {lines} open and passes {ahead}."), lines=lines_of(left), **riders)
    return say(mark("{ahead} shuts {lines} and holds off {rider}."), lines=tracks_of(box, told.attack), **riders)


def tell_passed(say: Say, box: Box, names: list[str], told: Any) -> str:
    """Say that somebody did nothing."""
    return say(PASSES[Phase(told.phase)][1], name=names[told.seat])


def tell_aim(say: Say, box: Box, names: list[str], told: Any) -> str:
    """Say whom a card is aimed at."""
    return say(
        mark("{name}, {card}: {rider} in sight."),
        name=names[told.seat],
        card=effect_name(say, symbol_of(box, told.card)),
        rider=surname(UNSAID, box, told.rider),
    )


def with_card(text: str) -> Teller:
    """Tell an event of a seat and a card."""
    return line(text, card=card_name)


def with_effect(text: str) -> Teller:
    """Tell an event of a seat and what its card does."""
    return lambda say, box, names, told: say(
        text, name=names[told.seat], effect=effect_name(say, symbol_of(box, told.card))
    )


def with_rider(text: str, *others: str) -> Teller:
    """Tell an event of a rider, and of others beside him."""
    return lambda say, box, _, told: say(
        text, **{other: surname(UNSAID, box, getattr(told, other)) for other in ("rider", *others)}
    )


def with_points(text: str) -> Teller:
    """Tell the points of all colours."""
    return lambda say, box, _, told: say(text, points=points_text(say, box, told))


def tell_theft(say: Say, box: Box, names: list[str], told: Any) -> str:
    """Say what was stolen from whom."""
    text = mark("{thief} takes from the hand of {victim}: {card}.")
    return say(text, thief=names[told.seat], victim=names[told.victim], card=card_name(say, box, told.card))


def tied_text(say: Say, mask: int) -> str:
    """Name the colours of a run-off."""
    return order_text(say, [colour for colour in range(COLOURS) if mask >> colour & 1])


EVENTS: dict[Event, tuple[Teller, str]] = {
    Event.SEATED: (
        lambda say, _, names, told: say(
            mark("{name}: helmets {helmet}."), name=names[told.seat], helmet=helmet(say, told.colour).lower()
        ),
        "MC-012",
    ),
    Event.HEAT: (line(mark("Heat {heat} of {heats}.")), "MC-020"),
    Event.RUN_OFF: (
        lambda say, _, __, told: say(mark("Run-off: {riders}."), riders=tied_text(say, told.tied)),
        "MC-136",
    ),
    Event.DREW: (with_card(mark("{name}, drawn: {card}.")), "MC-021"),
    Event.DREW_CARDS: (counted_line(mark("{name}: {n} card drawn."), mark("{name}: {n} cards drawn.")), "MC-021"),
    Event.REBUILT: (
        counted_line(
            mark("The used cards are the new fight deck: {n} card."),
            mark("The used cards are the new fight deck: {n} cards."),
        ),
        "MC-116",
    ),
    Event.LAPS_SHUFFLED: (line(mark("All lap cards are shuffled again.")), "MC-138"),
    Event.LAP_SHUFFLED: (line(mark("The cards of lap {lap} are shuffled again.")), "MC-R23"),
    Event.RUN_OFF_LAPS: (line(mark("All lap cards are shuffled again.")), "MC-R20"),
    Event.PICKED: (line(mark("Your rider: {rider}."), rider=rider_name), "MC-023"),
    Event.HAS_PICKED: (line(mark("{name}: riders chosen.")), "MC-023"),
    Event.LINED_UP: (tell_line_up, "MC-025"),
    Event.LAP: (tell_lap, "MC-030"),
    Event.TROUBLE: (tell_trouble, "MC-090"),
    Event.PASSED: (tell_passed, "MC-R22"),
    Event.ATTACKED: (with_rider(mark("{rider} goes for {ahead}."), "ahead"), "MC-044"),
    Event.LAID: (line(mark("Face down: {card}."), card=upper_half), "MC-044"),
    Event.ATTACK_WON: (tell_clash, "MC-051"),
    Event.ATTACK_LOST: (tell_clash, "MC-052"),
    Event.OPENED: (line(mark("{name} opens the bend: {card}."), card=lower_half), "MC-061"),
    Event.BEATEN: (line(mark("{name} beats it: {card}."), card=lower_half), "MC-064"),
    Event.AIMED: (tell_aim, "MC-R14"),
    Event.QUIET_BEND: (line(mark("Nobody opens: a quiet bend.")), "MC-063"),
    Event.WON_BEND: (with_effect(mark("{name} wins the bend: {effect}.")), "MC-068"),
    Event.NO_EFFECT: (with_effect(mark("{effect}: no effect here.")), "MC-088"),
    Event.LOCKED_FIRST: (with_rider(mark("{rider} is out of reach: the first place is his.")), "MC-080"),
    Event.LOCKED_LAST: (with_rider(mark("{rider} is left behind: no place to be gained.")), "MC-082"),
    Event.ORDER: (
        lambda say, box, _, told: say(mark("The order now: {order}."), order=riders_text(say, box, told)),
        "MC-026",
    ),
    Event.OVERTOOK: (with_rider(mark("{rider} moves up past {passed}."), "passed"), "MC-087"),
    Event.DECLINED: (line(mark("{name}: nobody overtakes.")), "MC-087"),
    Event.STOLE: (tell_theft, "MC-089"),
    Event.STOLEN: (
        lambda say, _, names, told: say(
            mark("{thief} takes a card from the hand of {victim}."), thief=names[told.seat], victim=names[told.victim]
        ),
        "MC-089",
    ),
    Event.CALLED: (
        line(mark("{name} calls the next lap: {kind}."), kind=lambda say, _, kind: say(LAP_KINDS[kind])),
        "MC-097",
    ),
    Event.WAVED_OFF: (line(mark("{name} ends the heat: the order stands.")), "MC-102"),
    Event.MARKED: (with_card(mark("You mark for exchange: {card}.")), "MC-113"),
    Event.THREW: (with_card(mark("{name}, exchanged: {card}.")), "MC-113"),
    Event.EXCHANGED: (
        counted_line(mark("{name}: {n} card exchanged."), mark("{name}: {n} cards exchanged.")),
        "MC-113",
    ),
    Event.HEAT_RESULT: (tell_heat_result, "MC-111"),
    Event.TOTALS: (with_points(mark("It stands {points}.")), "MC-114"),
    Event.POOLS_FULL: (line(mark("A new series: all riders are back.")), "MC-117"),
    Event.FULL_TIME: (with_points(mark("The last heat is run: {points}.")), "MC-118"),
    Event.RANKED: (tell_ranks, "MC-135"),
}

event, event_rule = report(EVENTS)
