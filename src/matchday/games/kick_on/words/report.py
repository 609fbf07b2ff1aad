"""The report of Kick On: every event as a sentence."""

from __future__ import annotations

from typing import Any

from matchday.engine.speech import Say, mark
from matchday.engine.telling import Teller, counted_line, line, one_of, report
from matchday.games.kick_on.rules.penalties import penalty_scores
from matchday.games.kick_on.state import Box, Event, Op
from matchday.games.kick_on.words.names import card_name, player_name


def with_card(text: str) -> Teller:
    """Tell a sentence about a seat and a card."""
    return line(text, card=card_name)


def with_player(text: str) -> Teller:
    """Tell a sentence about a seat and a player."""
    return line(text, player=told_player)


def told_player(say: Say, box: Box, player: int) -> str:
    """Name a player, whose name is never translated."""
    return player_name(box, player)


def with_shot(text: str, in_spite_of_the_sum: str) -> Teller:
    """Tell a shot from the spot so that it can be checked; a 1 never scores and a 6 always, whatever the sum."""

    def tell(say: Say, box: Box, names: list[str], told: Any) -> str:
        scores = penalty_scores(told.attack, told.defence, told.die)
        by_the_sum = scores == (told.attack + told.die > told.defence)
        return with_player(text if by_the_sum else in_spite_of_the_sum)(say, box, names, told)

    return tell


def tell_bonus(say: Say, box: Box, names: list[str], told: Any) -> str:
    """Tell which bonus is met."""
    texts = (mark("one nationality"), mark("one shirt"), mark("a Captain"))
    got = mark("{name}, bonus Energy: {bonus}.") if told.got else mark("{name}, no Energy left for a bonus: {bonus}.")
    return say(got, name=names[told.seat], bonus=say(texts[told.bonus - 1]))


def tell_check(say: Say, box: Box, names: list[str], told: Any) -> str:
    """Tell a roll that a card asked for."""
    texts = {
        Op.CANCEL_ON: (mark("The attack goes on, die {die}."), mark("The attack is stopped, die {die}.")),
        Op.INJURE_RIVAL: (
            mark("Nobody is hurt, die {die}."),
            mark("An injury, die {die}."),
            mark("Nobody can be hurt, though the die shows {die}."),
        ),
        Op.INJURE_OWN: (
            mark("The fouler is unhurt, die {die}."),
            mark("The fouler hurts himself, die {die}."),
            mark("The fouler stays on, though the die shows {die}."),
        ),
        Op.RED: (
            mark("No red card, die {die}."),
            mark("Red card, die {die}!"),
            mark("Nobody is sent off, though the die shows {die}."),
        ),
    }
    return say(texts[Op(told.op)][told.outcome], die=told.die)


def tell_defence(say: Say, box: Box, names: list[str], told: Any) -> str:
    """Tell who stands in the way, and what both sides come to."""
    values = {"name": names[told.seat], "attack": told.attack, "defence": told.defence}
    if not told.count:
        return say(mark("{name}: the goalkeeper alone, {defence} against {attack}."), **values)
    return say.count(
        mark("{name}: {n} player in the way, {defence} against {attack}."),
        mark("{name}: {n} players in the way, {defence} against {attack}."),
        told.count,
        **values,
    )


def tell_goal(say: Say, box: Box, names: list[str], told: Any) -> str:
    """Tell a goal; two sixes are one whatever the sums."""
    plain_goal = mark("Goal for {name}! {attack} and {dice} on the dice beat {defence}.")
    double_six = mark("Goal for {name}! {attack} and {dice} against {defence}: two sixes always score.")
    return line(plain_goal if told.attack + told.dice > told.defence else double_six)(say, box, names, told)


def tell_miss(say: Say, box: Box, names: list[str], told: Any) -> str:
    """Tell a shot that is no goal; two ones are none whatever the sums."""
    double_one = mark("{name}: no goal, {attack} and {dice} against {defence}: two ones never score.")
    level = mark("{name}: no goal, {attack} and {dice} on the dice are level with {defence}.")
    short = mark("{name}: no goal, {attack} and {dice} on the dice fall short of {defence}.")
    plain_miss = level if told.attack + told.dice == told.defence else short
    return line(double_one if told.dice == 2 else plain_miss)(say, box, names, told)


INJURIES = (
    mark("{name}: {player} is injured by his own Foul and leaves; only a card brings a substitute."),
    mark("{name}: {player} is injured and leaves."),
)

EVENTS: dict[Event, tuple[Teller, str]] = {
    Event.BENCHED: (with_player(mark("{name}: {player} starts on the bench.")), "KO-028"),
    Event.LINED_UP: (line(mark("{name}: the line-up is ready.")), "KO-028"),
    Event.STARTS: (with_player(mark("{name}: {player} starts.")), "KO-034"),
    Event.BONUS: (tell_bonus, "KO-040"),
    Event.HOME: (line(mark("{name}: at home, by {high} to {low} on the dice.")), "KO-045"),
    Event.TURN: (line(mark("Turn {number}: {name}.")), "KO-050"),
    Event.DREW: (with_card(mark("You draw: {card}.")), "KO-065"),
    Event.DREW_CARD: (line(mark("{name}: a card drawn.")), "KO-065"),
    Event.DEALT: (with_card(mark("You draw: {card}.")), "KO-046"),
    Event.DEALT_CARD: (line(mark("{name}: a card drawn.")), "KO-046"),
    Event.ENERGY: (with_card(mark("{name}, into play: {card}.")), "KO-015"),
    Event.PLAYED: (with_card(mark("{name}: {card}!")), "KO-012"),
    Event.ANSWERED: (with_card(mark("{name}, in answer: {card}!")), "KO-R07"),
    Event.FOULER: (with_player(mark("{name}: {player} commits the Foul.")), "KO-R23"),
    Event.PASSED: (line(mark("{name}: pass.")), "KO-R08"),
    Event.ANNULLED: (with_card(mark("{name}: {card} is annulled.")), "KO-010"),
    Event.CHOSE: (with_player(mark("You choose {player}.")), "KO-055"),
    Event.CHOSE_DEFENDER: (with_player(mark("You choose {player}.")), "KO-057"),
    Event.CHOSE_FOR_PLAY: (with_player(mark("You choose {player}.")), "KO-009"),
    Event.ATTACK: (
        counted_line(mark("{name}: {n} player goes forward."), mark("{name}: {n} players go forward.")),
        "KO-055",
    ),
    Event.ATTACKER: (
        one_of(
            "free",
            (mark("{player} goes forward."), mark("{player} goes forward and stays free to defend.")),
            player=told_player,
        ),
        "KO-023",
    ),
    Event.BANNED: (with_player(mark("{name}: {player} may not defend.")), "KO-009"),
    Event.NO_ATTACK: (line(mark("{name}: no attack.")), "KO-054"),
    Event.DEFENCE: (tell_defence, "KO-057"),
    Event.DEFENDER: (with_player(mark("{player} defends.")), "KO-022"),
    Event.ROLLED: (
        line(mark("Shot by {name}: {attack}, and {one} and {two} on the dice, against {defence}.")),
        "KO-060",
    ),
    Event.REROLLED: (line(mark("The dice are rolled again: {one} and {two}.")), "KO-R13"),
    Event.GOAL: (tell_goal, "KO-061"),
    Event.SCORE: (line(mark("{score}.")), "KO-001"),
    Event.NO_GOAL: (tell_miss, "KO-061"),
    Event.DAMAGE: (
        counted_line(mark("{name}: {n} card lost from the deck."), mark("{name}: {n} cards lost from the deck.")),
        "KO-062",
    ),
    Event.MILLED: (with_card(mark("{name}, to the Showers: {card}.")), "KO-062"),
    Event.STOPPED: (line(mark("{name}: the attack ends without a shot.")), "KO-013"),
    Event.CHECKED: (tell_check, "KO-R23"),
    Event.INJURED: (one_of("by_rival", INJURIES, player=told_player), "KO-083"),
    Event.EXPELLED: (with_player(mark("{name}: {player} is sent off!")), "KO-R19"),
    Event.CAME_OFF: (with_player(mark("{name}: {player} goes off.")), "KO-084"),
    Event.CAME_ON: (with_player(mark("{name}: {player} comes on.")), "KO-004"),
    Event.KEEPS_GOAL: (with_player(mark("{name}: {player} goes in goal.")), "KO-081"),
    Event.CAPTAIN_LOST: (line(mark("{name}: the Captain's Energy goes with him.")), "KO-043"),
    Event.PENALTY: (line(mark("{name}: penalty!")), "KO-070"),
    Event.PENALTY_GOAL: (
        with_shot(
            mark("Goal for {name}! {player} scores the penalty: {attack} and {die} against {defence}."),
            mark("Goal for {name}! {player} scores the penalty: a 6 always goes in."),
        ),
        "KO-070",
    ),
    Event.PENALTY_MISSED: (
        with_shot(
            mark("{name}: {player} misses the penalty: {attack} and {die} against {defence}."),
            mark("{name}: {player} misses the penalty: a 1 never goes in."),
        ),
        "KO-071",
    ),
    Event.DISCARDED: (with_card(mark("{name}, discarded: {card}.")), "KO-047"),
    Event.PEEKED: (line(mark("{name}: a look at the rival's hand.")), "KO-011"),
    Event.SAW: (with_card(mark("{name}, in hand: {card}.")), "KO-011"),
    Event.TIRED: (line(mark("{name}: {n} Energy tired.")), "KO-021"),
    Event.REFRESHED: (line(mark("{name}: {n} Energy ready again.")), "KO-021"),
    Event.SEARCHED: (with_card(mark("{name}, found in the deck: {card}.")), "KO-011"),
    Event.FOUND_NONE: (line(mark("{name}: nothing of that kind in the deck.")), "KO-011"),
    Event.RECOVERED: (
        one_of(
            "to_hand",
            (mark("{name}, under the deck: {card}."), mark("{name}, back to the hand: {card}.")),
            card=card_name,
        ),
        "KO-R31",
    ),
    Event.FRESHENED: (with_player(mark("{name}: {player} falls back and may defend.")), "KO-R09"),
    Event.DECK_EMPTY: (line(mark("{name}: the deck is empty.")), "KO-066"),
    Event.LAST_TURN: (line(mark("{name}: one last turn.")), "KO-R15"),
    Event.FULL_TIME: (line(mark("Full time: {score}.")), "KO-066"),
    Event.SHOOTOUT: (line(mark("Level: shoot-out. First to kick: {name}.")), "KO-073"),
    Event.TAKER: (with_player(mark("{name}, penalty taker: {player}.")), "KO-073"),
    Event.KICK_IN: (
        with_shot(
            mark("{name}: {player} scores, {attack} and {die} against {defence}."),
            mark("{name}: {player} scores, a 6 always goes in."),
        ),
        "KO-073",
    ),
    Event.KICK_OUT: (
        with_shot(
            mark("{name}: {player} does not score, {attack} and {die} against {defence}."),
            mark("{name}: {player} does not score, a 1 never goes in."),
        ),
        "KO-071",
    ),
    Event.KICKS: (line(mark("Shoot-out: {score}.")), "KO-073"),
}

event, event_rule = report(EVENTS)
