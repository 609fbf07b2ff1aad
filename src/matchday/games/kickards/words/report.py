"""The report of Kickards: every event as a sentence."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from matchday.engine.speech import Say, mark
from matchday.engine.telling import Teller, counted_line, line, one_of, report, score_text
from matchday.games.kickards.state import SHOOTOUT, Box, Event, Format, Op, ShotKind, Tint
from matchday.games.kickards.words.names import (
    FLAGS,
    bonus_name,
    cards,
    coloured,
    colours,
    event_name,
    event_text,
    minute,
    period_name,
    player,
    row_name,
    row_text,
    space_name,
    step_text,
    steps_text,
    token_place,
)

REMEMBERED = 1000  # sums of chances

# By whether it is a goal.
SHOT_REPORTS = {
    ShotKind.FIRST: (
        mark("{player} shoots wide: {chance} %, dice {roll}."),
        mark("{player} shoots and scores: {chance} %, dice {roll}."),
    ),
    ShotKind.REPEAT: (
        mark("{player} is first to the rebound, but shoots wide: {chance} %, dice {roll}."),
        mark("{player} is first to the rebound and scores: {chance} %, dice {roll}."),
    ),
    ShotKind.BOUGHT: (
        mark("{player} shoots again, and wide again: {chance} %, dice {roll}."),
        mark("{player} shoots again and scores: {chance} %, dice {roll}."),
    ),
    ShotKind.FOLLOW_UP: (
        mark("One more shot for {name}, and wide: {chance} %, dice {roll}."),
        mark("One more shot for {name}, and it is in: {chance} %, dice {roll}."),
    ),
    ShotKind.RIVAL: (
        mark("{name} on the break, and wide: {chance} %, dice {roll}."),
        mark("{name} on the break, and it is in: {chance} %, dice {roll}."),
    ),
}
VAR_REPORTS = (
    mark("VAR, called by {name}: chance {chance} %, roll {roll}. The decision stands."),
    mark("VAR, called by {name}: chance {chance} %, roll {roll}. It succeeds."),
)
ROLLED_KICKS = (
    mark("Penalty, {name}: {player}, position {position}, {row}: roll {roll} against {chance} %. No goal."),
    mark("Penalty, {name}: {player}, position {position}, {row}: roll {roll} against {chance} %. Goal!"),
)
KICKS = {
    Tint.GREEN: mark("Penalty, {name}: {player}, position {position}, {row} Green, so a goal without a roll!"),
    Tint.YELLOW: mark("Penalty, {name}: {player}, position {position}, {row} Yellow again, so saved."),
    Tint.RED: mark("Penalty, {name}: {player}, position {position}, {row} Red, so missed without a roll."),
}


def shooter_of(box: Box, names: list[str], told: Any) -> str:
    """Name who shoots: the footballer, or his side where no card says who it is."""
    return player(box, told.shooter - 1) if told.shooter else names[told.seat]


def tell_shot(say: Say, box: Box, names: list[str], told: Any) -> str:
    """KC-079: report a shot with what became of it."""
    text = SHOT_REPORTS[ShotKind(told.kind)][told.roll <= told.chance]
    who = shooter_of(box, names, told)
    return say(text, player=who, name=names[told.seat], chance=told.chance, roll=told.roll)


def tell_goal(say: Say, box: Box, names: list[str], told: Any) -> str:
    """KC-084: report a goal, its scorer and the score."""
    score = score_text(names, told.home, told.goals_home, told.goals_away)
    if not told.shooter:
        return say(mark("Goal for {name}! {score}"), name=names[told.seat], score=score)
    text = mark("Goal for {name}! Scored by {player}. {score}")
    return say(text, name=names[told.seat], player=player(box, told.shooter - 1), score=score)


def tell_booking(say: Say, box: Box, names: list[str], told: Any) -> str:
    """Report a card."""
    red = mark("{name}: second yellow card, red!") if told.second_yellow else mark("{name}: red card!")
    return say(mark("{name}: yellow card.") if told.booking == 1 else red, name=names[told.seat])


@lru_cache(REMEMBERED)
def chance_terms(parts: tuple[int, ...]) -> str:
    """Write what a chance is the sum of: "36 + 10", halvings as "÷2"; nothing if it is a single number."""
    signed_parts = "".join(f" {'+' if part > 0 else '−'} {abs(part)}" for part in parts[1:5] if part)
    rest = signed_parts + " ÷2" * parts[5]
    return f"{parts[0]}{rest}" if rest else ""


@lru_cache(REMEMBERED)
def chance_sum(parts: tuple[int, ...]) -> str:
    """Write the sum of a chance: "36 + 10 = 46 %"."""
    total = min(max(sum(parts[:5]), 0), 100)
    for _ in range(parts[5]):
        total = (total + 1) // 2
    terms = chance_terms(parts) or (str(parts[0]) if total != parts[0] else "")
    return f"{terms} = {total} %" if terms else f"{total} %"


def shot_row(box: Box, told: Any) -> Any:
    """Find the row of a footballer's card that an event is about."""
    return box.footballers[told.card].shots[told.position - 1]


def kick_line(text: str) -> Teller:
    """Make a teller for a penalty and its row."""
    return lambda say, box, names, told: say(
        text,
        **told._asdict(),
        name=names[told.seat],
        player=player(box, told.card),
        row=row_name(say, box, shot_row(box, told)),
    )


def tell_kick(say: Say, box: Box, names: list[str], told: Any) -> str:
    """KC-120..124: report a penalty so that it can be checked: its row, and the roll and chance or the row's colour."""
    text = KICKS.get(Tint(int(shot_row(box, told).tint)), ROLLED_KICKS[told.goal])
    return kick_line(text)(say, box, names, told)


def tell_revealed(say: Say, box: Box, names: list[str], told: Any) -> str:
    """Report a card that is turned up."""
    texts = (mark("{name}, shooter: {player}."), mark("{name}, support: {player}."), mark("{name}, defence: {player}."))
    return player_line(texts[told.role])(say, box, names, told)


def tell_row(say: Say, box: Box, names: list[str], told: Any) -> str:
    """Report the row that was found."""
    return say(
        mark("{player}, position {position}: {row}"),
        player=player(box, told.card),
        position=told.position,
        row=row_text(say, box, shot_row(box, told)),
    )


def tell_toss(say: Say, box: Box, names: list[str], told: Any) -> str:
    """Report a toss."""
    decides = mark("Still level after all these penalties: the coin decides for {name}.")
    return say(decides if told.period == SHOOTOUT else mark("The toss goes to {name}."), name=names[told.seat])


def tell_sides(say: Say, box: Box, names: list[str], told: Any) -> str:
    """Report who is at home, in a tie of two legs also in which leg."""
    text = mark("Leg {leg}. At home: {name}.") if box.format == Format.TIE else mark("At home: {name}.")
    return say(text, name=names[told.home], leg=told.leg)


def tell_nation(say: Say, box: Box, names: list[str], told: Any) -> str:
    """Report a line-up of one flag."""
    text = mark("{name}: {cards} of one flag ({flag}).")
    return say(text, name=names[told.seat], cards=cards(say, told.count), flag=say(FLAGS[told.flag]))


def tell_bids(say: Say, box: Box, names: list[str], told: Any) -> str:
    """Report what both sides have bid and what comes of it."""
    return say(
        mark("Bids: {first} {one}, {second} {two}. Game control: {place}."),
        first=names[0],
        one=told.stars_0,
        second=names[1],
        two=told.stars_1,
        place=token_place(say, names, told.token),
    )


def tell_bought(say: Say, box: Box, names: list[str], told: Any) -> str:
    """Report a bonus and what was paid for it."""
    stars = coloured(say, int(box.bonus[told.bonus].colour), told.stars)
    bonus = bonus_name(say, box, told.bonus)
    return say(mark("{name}, bought for {stars}: {bonus}."), name=names[told.seat], stars=stars, bonus=bonus)


def colours_line(text: str) -> Teller:
    """Make a teller for stars by colour."""
    return lambda say, _, names, told: say(
        text, name=names[told.seat], stars=colours(say, told.red, told.green, told.blue)
    )


def stars_line(text: str) -> Teller:
    """Make a teller for stars of one colour."""
    return lambda say, _, names, told: say(text, name=names[told.seat], stars=coloured(say, told.colour, told.stars))


def event_line(text: str) -> Teller:
    """Make a teller for an event card, which may belong to a side."""

    def tell(say: Say, box: Box, names: list[str], told: Any) -> str:
        card, meaning = event_name(say, box, told.event), event_text(say, box, told.event)
        return say(text, name=names[getattr(told, "seat", 0)], card=card, meaning=meaning)

    return tell


def player_line(text: str) -> Teller:
    """Make a teller for a footballer of a side."""
    return lambda say, box, names, told: say(text, name=names[told.seat], player=player(box, told.card))


EVENTS: dict[Event, tuple[Teller, str]] = {
    Event.SIDES: (tell_sides, "KC-001"),
    Event.OFFERED: (event_line(mark("You may keep: {card} ({meaning}).")), "KC-005"),
    Event.KEPT_COACH: (event_line(mark("Your coach card: {card}.")), "KC-005"),
    Event.SET_COACH: (line(mark("{name}: coach card laid face down.")), "KC-005"),
    Event.DREW: (player_line(mark("You draw {player}.")), "KC-006"),
    Event.DREW_CARDS: (counted_line(mark("{name}: {n} card drawn."), mark("{name}: {n} cards drawn.")), "KC-007"),
    Event.TOSS: (tell_toss, "KC-008"),
    Event.KICK_OFF: (
        lambda say, _, names, told: say(
            mark("{half}: {name} attack first."), half=period_name(say, told.period), name=names[told.seat]
        ),
        "KC-012",
    ),
    Event.TURN: (
        lambda say, _, names, told: say(
            mark("{minute}′: {name} in possession."), minute=minute(told.round), name=names[told.seat]
        ),
        "KC-014",
    ),
    Event.CHOSE: (player_line(mark("You choose {player}.")), "KC-020"),
    Event.LAID: (
        counted_line(mark("{name}: {n} card laid face down."), mark("{name}: {n} cards laid face down.")),
        "KC-030",
    ),
    Event.DECLINED: (line(mark("{name}: no attack this turn.")), "KC-019"),
    Event.REVEALED: (tell_revealed, "KC-033"),
    Event.BASIC_STARS: (colours_line(mark("{name}, stars: {stars}.")), "KC-035"),
    Event.PICKED_STARS: (colours_line(mark("Your printed stars: {stars}.")), "KC-R04"),
    Event.HAS_PICKED_STARS: (line(mark("{name}: star colours chosen.")), "KC-R04"),
    Event.EXTRA_STARS: (colours_line(mark("{name}, printed stars: {stars}.")), "KC-036"),
    Event.NATION: (tell_nation, "KC-140"),
    Event.TWO_MAN: (
        lambda say, box, names, told: say(
            mark("{name}, two-man action: {bonus}."),
            name=names[told.seat],
            bonus=steps_text(say, box, box.pair[told.row].play),
        ),
        "KC-130",
    ),
    Event.CHOSE_BID: (stars_line(mark("Your bid: {stars}.")), "KC-152"),
    Event.HAS_BID: (line(mark("{name}: bid ready.")), "KC-152"),
    Event.BIDS: (tell_bids, "KC-153"),
    Event.PLAYED_COACH: (event_line(mark("{name}, coach card: {card} ({meaning})!")), "KC-040"),
    Event.EVENT_DRAWN: (event_line(mark("Event: {card} ({meaning}).")), "KC-043"),
    Event.EXCHANGED: (event_line(mark("{name}: another event instead of {card}.")), "KC-044"),
    Event.BLOCKED: (event_line(mark("{name}: {card} is blocked, nobody can exchange it any more.")), "KC-060"),
    Event.VAR_CALL: (one_of("success", VAR_REPORTS), "KC-051"),
    Event.UNDONE: (event_line(mark("The event is taken back: {card}.")), "KC-052"),
    Event.DIE: (lambda say, _, __, told: say(mark("The d6 shows {n}."), n=told.die), "KC-046"),
    Event.EFFECT: (
        lambda say, box, _, told: say(
            mark("Effect: {meaning}."), meaning=step_text(say, box, Op(told.op), told.a, told.b)
        ),
        "KC-046",
    ),
    Event.BOOKED: (tell_booking, "KC-R13"),
    Event.SENT_OFF: (player_line(mark("{name}, sent off: {player}.")), "KC-R13"),
    Event.GAINED_STARS: (stars_line(mark("{name}, gained: {stars}.")), "KC-046"),
    Event.LOST_STARS: (stars_line(mark("{name}, lost: {stars}.")), "KC-046"),
    Event.DISCARDED: (player_line(mark("{name}, discarded: {player}.")), "KC-R23"),
    Event.BOUGHT: (tell_bought, "KC-057"),
    Event.GIVEN: (line(mark("{name}, free bonus: {bonus}."), bonus=bonus_name), "KC-060"),
    Event.CONTROL: (
        lambda say, box, names, told: say(
            mark("{name}, game control: {bonus}."),
            name=names[told.seat],
            bonus=space_name(say, box, told.space, told.direction),
        ),
        "KC-155",
    ),
    Event.K6: (line(mark("The d6 shows {die}: position {position}.")), "KC-068"),
    Event.USED: (line(mark("{name}: {bonus}. The d6 is {die}, position {position}."), bonus=bonus_name), "KC-071"),
    Event.ROW: (tell_row, "KC-069"),
    Event.CHANCE: (lambda say, _, __, told: say(mark("Goal chance {sum}"), sum=chance_sum(told)), "KC-078"),
    Event.SHOT: (tell_shot, "KC-079"),
    Event.GOAL: (tell_goal, "KC-084"),
    Event.MISS: (line(mark("{name}: no goal.")), "KC-079"),
    Event.NO_SHOT: (line(mark("{name}: no shot.")), "KC-083"),
    Event.CANCELLED: (
        counted_line(mark("{name}: {n} goal cancelled."), mark("{name}: {n} goals cancelled.")),
        "KC-053",
    ),
    Event.HALF_TIME: (line(mark("Half-time: {score}.")), "KC-088"),
    Event.ADDED_TIME: (line(mark("{name}: five minutes more.")), "KC-094"),
    Event.WHISTLE: (
        one_of("goes_on", (mark("The final whistle: {score}."), mark("The whistle: {score}."))),
        "KC-096",
    ),
    Event.SECOND_LEG: (line(mark("The first leg: {score}. On to the second.")), "KC-114"),
    Event.EXTRA_TIME: (line(mark("Level, extra time: {score}.")), "KC-116"),
    Event.SHOOTOUT: (line(mark("Shoot-out. {name} begin.")), "KC-119"),
    Event.KICK: (tell_kick, "KC-120"),
    Event.KICK_AGAIN: (
        kick_line(mark("Penalty, {name}: {player}, position {position}, {row} Yellow, so the d6 is rolled once more.")),
        "KC-123",
    ),
    Event.RESHUFFLED: (line(mark("{name}: the used pile becomes the deck.")), "KC-R20"),
}

event, event_rule = report(EVENTS)
