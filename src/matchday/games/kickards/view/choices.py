"""The choices at a table of Kickards: what an action touches, costs and changes."""

from __future__ import annotations

from typing import Any

from matchday.engine.reading import printed
from matchday.engine.speech import Say, mark
from matchday.engine.view import Facts
from matchday.games.kickards import words
from matchday.games.kickards.faces import COLOUR_CODES as STYLES
from matchday.games.kickards.odds import UNSEEN, is_forecast, outlook, with_bonus, with_control, worlds
from matchday.games.kickards.rules.line_up import turns_left
from matchday.games.kickards.state import (
    BID,
    BLOCK,
    BUY,
    CALL_VAR,
    CARDS,
    COLOUR,
    CONTROL,
    DONE,
    EXCHANGE,
    OFFERED,
    PASS,
    PLAY_COACH,
    SHOOT_AGAIN,
    SPLIT,
    STARS,
    USE,
    Bonus,
    Box,
    Choice,
    Flag,
    Phase,
    Place,
    Pos,
    Table,
    Track,
)
from matchday.games.kickards.view.zones import FORECAST, STAR, printed_stars

WHYS = {
    PLAY_COACH: mark("An event that you choose is better than one that chance chooses."),
    EXCHANGE: mark("The bench expects more of an unknown event than of this one."),
    BLOCK: mark("Blocked, nobody can exchange it any more."),
    CALL_VAR: mark("What is at stake is worth the token."),
    SHOOT_AGAIN: mark("The chance is the same as before, and it costs nothing more."),
}
PASSES = {
    Phase.ATTACK: mark("A weak shot costs cards that a better one, or a defence, will need."),
    Phase.COACH: mark("It is your only one, and a better moment may come."),
    Phase.EXCHANGE: mark("It does you good as it is, and the stars stay yours."),
    Phase.VAR_BEFORE: mark("The token is your only one, and may do more later."),
    Phase.VAR_AFTER: mark("The token is your only one, and may do more later."),
    Phase.VAR_GOAL: mark("The token is your only one, and may do more later."),
    Phase.REROLL: mark("The next shot has the better chance."),
}


def elements(box: Box, table: Table, seat: int, action: int) -> list[str]:
    """Name the pieces to click for an action."""
    if action < CARDS:
        before = tuple(table.where[seat][:action])
        if table.phase == Phase.CHOICE and table.choice == Choice.SEND_OFF:
            return [f"defence.{before.count(Place.LAID)}"]
        return [f"hand.{seat}.{before.count(Place.HAND) + before.count(Place.CHOSEN)}"]
    if OFFERED <= action < COLOUR:
        offered = table.offer[seat]
        return [f"offer.{place}" for place, card in enumerate(offered) if card == offered[action - OFFERED]]
    if COLOUR <= action < BUY:
        return [f"stars.{seat}.{action - COLOUR}"]
    if BUY <= action < USE:
        return [f"bonus.{seat}.{Bonus(action - BUY).name.lower()}"]
    if USE <= action < CONTROL:
        return [f"bonus.{seat}.{Bonus(action - USE).name.lower()}"]
    if CONTROL <= action < BID:
        return [f"track.{words.space_of(action)}"]
    if BID <= action < STARS:
        return [f"bid.{seat}.{int(table.bid_colour[seat])}.{action - BID}"]
    if action >= STARS:
        red, green = divmod(action - STARS, SPLIT)
        split = (red, green, int(table.extras[seat]) - red - green)
        return [printed_stars(colour, number) for colour, number in enumerate(split) if number]
    return []


def named(box: Box, table: Table, seat: int, action: int) -> bool:
    """Tell whether an action is called as its pieces are: footballers, coach cards, bonuses, printed stars."""
    return action < CARDS or OFFERED <= action < COLOUR or BUY <= action < CONTROL or action >= STARS


def final(box: Box, table: Table, seat: int, action: int) -> bool:
    """KC-030, KC-031: the cards of a line-up are chosen one by one before they are laid."""
    return action >= CARDS or table.phase not in UNSEEN


def facts(box: Box, table: Table, seat: int, action: int) -> Facts:
    """Tell what an action costs, what it makes of the chance of a goal, and what is done with what it names."""
    if action < CARDS:
        return footballer_facts(box, table, seat, action)
    if OFFERED <= action < COLOUR:
        return {"deed": "keep"}
    if action == DONE:
        return {"cards": int(table.chosen_count[seat])} if table.phase in UNSEEN else {}
    if USE <= action < CONTROL:
        return {"deed": "use"}
    if BUY <= action < USE:
        return {"deed": "buy", **bonus_facts(box, table, seat, action - BUY)}
    return control_facts(box, table, seat, words.space_of(action)) if CONTROL <= action < BID else {}


def bonus_facts(box: Box, table: Table, seat: int, bonus: int) -> Facts:
    """Tell what a bonus costs while a chance is foretold, and what it makes of it."""
    if not is_forecast(table):
        return {}
    found: Facts = {"cost": int(box.bonus[bonus].cost), "colour": STYLES[box.bonus[bonus].colour]}
    if bonus in FORECAST:
        now = worlds(box, table)
        found["before"] = outlook(box, now).mean
        found["after"] = outlook(box, with_bonus(now, seat, bonus)).mean
    return found


def footballer_facts(box: Box, table: Table, seat: int, card: int) -> Facts:
    """Tell what a footballer brings: his stars, and where he shoots the mean chance of his rows."""
    row = box.footballers[card]
    found: Facts = {"stars": int(row.stars)}
    shoots = table.phase == Phase.KICK or (table.phase == Phase.ATTACK and not table.chosen_count[seat])
    if shoots or (table.phase == Phase.CHOICE and table.choice == Choice.DISCARD):
        found["mean"] = round(int(row.kick if table.phase == Phase.KICK else row.rating) / 100)
    return found


def control_facts(box: Box, table: Table, seat: int, space: int) -> Facts:
    """KC-155: tell how far the token goes back, and for percentages what they make of the goal chance."""
    found: Facts = {"cost": int(box.space[space].cost)}
    step = box.space[space].bonus[0]
    if step.op == Track.PCT:
        now = worlds(box, table)
        found["before"] = outlook(box, now).mean
        found["after"] = outlook(box, with_control(now, int(step.a) * (1 if seat == table.att else -1))).mean
    return found


def because(say: Say, box: Box, table: Table, seat: int, action: int) -> str:
    """Say why somebody would choose an action: what it brings to the shot, or what is kept for the turns to come."""
    if action in WHYS:
        return say(WHYS[action])
    if action == PASS:
        return say(PASSES[Phase(int(table.phase))]) if table.phase in PASSES else ""
    if action >= STARS and table.phase == Phase.STARS:
        return because_stars(say, seat == table.att)
    found = facts(box, table, seat, action)
    if "mean" in found and table.phase != Phase.CHOICE:
        return say(mark("His shots are good for {n} % on average."), n=found["mean"])
    if "after" in found:
        told = mark("It moves the goal chance from {before} to {after} %.")
        return say(told, before=found["before"], after=found["after"])
    if action < CARDS and table.phase in {Phase.ATTACK, Phase.DEFEND}:
        return say.count(mark("He brings {n} star."), mark("He brings {n} stars."), 1 + int(found["stars"]))
    if action == DONE and table.phase in {Phase.ATTACK, Phase.DEFEND}:
        return because_enough(say, table, found["cards"] != 0)
    return say(mark("The stars that you keep count in later turns.")) if action == DONE else ""


def because_stars(say: Say, attacks: bool) -> str:
    """Say what the colours do for the side that chooses."""
    if attacks:
        return say(mark("Red lifts this shot, blue changes the event, and green waits for your defence."))
    return say(mark("Green lowers this shot, blue changes the event, and red waits for your attack."))


def because_enough(say: Say, table: Table, some: bool) -> str:
    """Say for how long the cards that are kept must last."""
    left = turns_left(table) - 1
    if not left:
        return say(mark("These are enough for this shot.")) if some else ""
    return say.count(
        mark("The cards that you keep must last for {n} more turn."),
        mark("The cards that you keep must last for {n} more turns."),
        left,
    )


def detail(say: Say, box: Box, table: Table, seat: int, action: int, found: Facts | None = None) -> str:
    """Say in a line what an action means: a card's worth, a card's text, the goal chance before and after."""
    found = facts(box, table, seat, action) if found is None else found
    if action < CARDS:
        return footballer_detail(say, box, (action, found.get("mean")))
    if OFFERED <= action < COLOUR:
        return words.event_text(say, box, int(table.offer[seat, action - OFFERED]) - 1)
    if action == PLAY_COACH and 0 < table.coach[seat] <= box.event_kinds:
        return words.event_text(say, box, int(table.coach[seat]) - 1)
    return price_text(say, found) if "cost" in found else ""


@printed
def footballer_detail(say: Say, box: Box, which: tuple[int, Any]) -> str:
    """Say what is on a card, and where he would shoot the mean chance of his rows."""
    row, mean = box.footballers[which[0]], which[1]
    chance = "" if mean is None else say(mark("mean {n} %"), n=mean)
    parts = (Pos(int(row.position)).name, Flag(int(row.flag)).name, STAR * int(row.stars), chance)
    return " ".join(part for part in parts if part)


def price_text(say: Say, found: Facts) -> str:
    """Say what is paid, in stars or in steps of the control token, and what it makes of the goal chance."""
    if "colour" in found:
        cost = words.coloured(say, STYLES.index(str(found["colour"])), int(found["cost"]))
    else:
        cost = say.count(
            mark("the control token goes {n} space back"),
            mark("the control token goes {n} spaces back"),
            int(found["cost"]),
        )
    if "after" not in found:
        return cost
    told = mark("{cost}; goal chance {before} % → {after} %")
    return say(told, cost=cost, before=found["before"], after=found["after"])
