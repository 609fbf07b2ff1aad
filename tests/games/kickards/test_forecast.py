"""Kickards: what is forecast is what the rules do (KC-078, KC-R18, KC-R19, KC-R34)."""

from __future__ import annotations

import pytest

from matchday.engine.record import raw
from matchday.engine.speech import Say
from matchday.games.kickards import odds, view
from matchday.games.kickards.rules.moves import take_shot
from matchday.games.kickards.state import BUY, DONE, PASS, SHOOT_AGAIN, Bonus, Event, Phase
from tests.games.kickards.play import ATT, CARD, DEF, KIND, Turn, attack, replace_in_rules, rolled


class Dice:
    """Every throw of the dice once, run after run.

    A k6 has six faces. Of a k100 only two matter, each with its share: not above the chance, and above it.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.path: list[tuple[int, list[tuple[int, float]]]] = []
        self.place = 0
        self.chance = 0

        def shot(table, seat, chance, kind, log):
            self.chance = int(chance)
            return take_shot(table, seat, chance, kind, log)

        replace_in_rules(monkeypatch, "take_shot", shot)
        replace_in_rules(monkeypatch, "roll", lambda _, sides: self.roll(int(sides)))

    def roll(self, sides: int) -> int:
        if sides not in {6, 100}:
            return 0  # which card is drawn decides no shot
        if self.place == len(self.path):
            hits = [(0, self.chance / 100), (99, 1 - self.chance / 100)]
            ways = [(face, 1 / 6) for face in range(6)] if sides == 6 else [way for way in hits if way[1] > 0]
            self.path.append((0, ways))
        way, ways = self.path[self.place]
        self.place += 1
        return ways[way][0]

    def next(self) -> bool:
        """Set out for the next run; false when every throw has been seen."""
        while self.path and self.path[-1][0] + 1 == len(self.path[-1][1]):
            self.path.pop()
        if self.path:
            way, ways = self.path[-1]
            self.path[-1] = (way + 1, ways)
        self.place = 0
        return bool(self.path)

    @property
    def share(self) -> float:
        """Give the share of the run that has just ended."""
        product = 1.0
        for way, ways in self.path[: self.place]:
            product *= ways[way][1]
        return product


def by_brute_force(turn: Turn, monkeypatch: pytest.MonkeyPatch) -> float:
    """Play the action to its end with every throw of the dice; everyone passes, and repeats are used."""
    with monkeypatch.context() as patch:
        dice = Dice(patch)
        total = scored = 0.0
        goes_on = True
        while goes_on:
            other = turn.copy()
            before = int(other.table.goals[ATT])
            while other.waiting and int(other.table.att) == ATT and int(other.table.turn) == 0:
                seat = other.waiting[0]
                legal = other.legal(seat)
                other.play(seat, next((way for way in (SHOOT_AGAIN, PASS, DONE) if way in legal), legal[0]))
            total += dice.share
            scored += dice.share * (int(other.table.goals[ATT]) > before)
            goes_on = dice.next()
    assert total == pytest.approx(1)
    return scored


def forecast(turn: Turn, seat: int = ATT) -> float:
    table = turn.hidden(seat)
    return odds.scores(turn.box, odds.worlds(turn.box, table))


SHOOTERS = ("P01", "P03", "P05", "P06", "P07", "P09", "P10", "P11", "P13", "P14", "P25", "P26", "P34")


@pytest.mark.rule("KC-078", "KC-R34")
@pytest.mark.parametrize(("place", "code"), list(enumerate(sorted(KIND))), ids=sorted(KIND))
def test_an_event_that_lies_open_is_counted(place, code, monkeypatch):
    """Each of the 48 events before it is resolved, with one of the shooters whose rows do something of their own."""
    shooter = SHOOTERS[place % len(SHOOTERS)]
    turn = Turn(attack=[shooter, "P12", "P03"], defence=["P02", "P04"], event=code, cards="full")
    turn.stars(ATT, 0, 0, 1).stars(DEF, 0, 0, 1)
    turn.lay(shooter, "P12").defend("P02")
    while turn.phase == Phase.STARS:
        turn.play(turn.waiting[0], turn.legal(turn.waiting[0])[0])
    assert turn.phase == Phase.EXCHANGE
    turn.table.var_left[:] = 0
    assert forecast(turn) == pytest.approx(by_brute_force(turn, monkeypatch))


@pytest.mark.rule("KC-069", "KC-073", "KC-R19")
@pytest.mark.parametrize("shooter", sorted(CARD))
def test_every_shooter(shooter, monkeypatch):
    turn = attack(shooter, event="E48")
    turn.table.stars[:] = 0
    turn.table.stars[ATT, 0] = 1
    turn.table.phase, turn.table.waiting, turn.table.step = Phase.BUY, 1 << ATT, 0
    assert forecast(turn) == pytest.approx(by_brute_force(turn, monkeypatch))
    assert forecast(turn) == forecast(turn, DEF)


def bought(*bonuses: Bonus, event: str, shooter: str = "P01") -> Turn:
    """Stand before the k6 with bonuses of the attacker."""
    turn = Turn(attack=[shooter, "P12", "P03"], event=event).stars(ATT, 12, 0, 0)
    turn.table.var_left[:] = 0
    turn.lay(shooter, "P12").defend()
    while turn.phase in {Phase.STARS, Phase.EXCHANGE}:
        turn.play(turn.waiting[0], turn.legal(turn.waiting[0])[0])
    for bonus in bonuses:
        turn.play(ATT, BUY + bonus)
    return turn


@pytest.mark.rule("KC-061", "KC-R19")
@pytest.mark.parametrize("event", ["E02", "E08", "E21", "E24", "E48"])
@pytest.mark.parametrize("bonuses", [(), (Bonus.REROLL_MISS,), (Bonus.PLUS10, Bonus.REROLL_MISS, Bonus.REROLL_MISS)])
def test_repeats_and_further_shots_are_counted(event, bonuses, monkeypatch):
    turn = bought(*bonuses, event=event)
    turn.table.bonus[DEF, Bonus.HALVE] = 1
    assert forecast(turn) == pytest.approx(by_brute_force(turn, monkeypatch))


@pytest.mark.rule("KC-075", "KC-R19")
def test_a_follow_up_of_42_scores_two_times_in_three():
    turn = bought(event="E48")
    shown = {counter.id: counter for counter in view.counters(Say(), turn.box, turn.hidden(ATT), ATT)}
    assert (shown["forecast.6"].value, shown["forecast.5"].value) == (66, 44)
    found = turn.until(rolled(6), ATT, DONE)
    assert found.events(Event.CHANCE)[0][0] == 42


@pytest.mark.rule("KC-078")
def test_a_penalty_that_lies_open_is_a_penalty():
    turn = attack("P01", event="E05")
    assert turn.phase == Phase.VAR_BEFORE
    shown = {counter.id: counter for counter in view.counters(Say(), turn.box, turn.hidden(ATT), ATT)}
    assert (shown["chance"].value, shown["chance"].text) == (75, "75 %")
    assert "forecast.mean" not in shown


@pytest.mark.rule("KC-071", "KC-R19")
def test_while_the_position_is_settled_it_is_the_one_that_counts(monkeypatch):
    turn = bought(Bonus.REROLL_K6, event="E02").until(rolled(4), ATT, DONE)
    assert turn.phase == Phase.POSITION
    assert forecast(turn) == pytest.approx(by_brute_force(turn, monkeypatch))
    assert forecast(turn) == pytest.approx(1 - 0.64**2)


@pytest.mark.rule("KC-061")
def test_before_a_repeat_it_is_what_is_still_to_come(monkeypatch):
    turn = bought(Bonus.REROLL_MISS, Bonus.REROLL_MISS, event="E08")
    missed = turn.until(lambda other: other.saw(Event.K6, 4) and other.phase == Phase.REROLL, ATT, DONE)
    assert forecast(missed) == pytest.approx(by_brute_force(missed, monkeypatch))
    assert forecast(missed) == pytest.approx(1 - 0.64**2 * 0.82)


def test_looking_changes_nothing():
    for code in ("E10", "E11", "E22", "E30", "E39", "E41"):
        turn = attack("P01", event=code, against=("P02",), cards="full")
        table = turn.hidden(ATT)
        before = raw(table)
        view.counters(Say(), turn.box, table, ATT)
        view.zones(Say(), turn.box, table, ATT)
        assert raw(table) == before
