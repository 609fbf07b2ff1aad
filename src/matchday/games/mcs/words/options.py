"""The variants and house rules of MCS in words."""

from __future__ import annotations

from matchday.engine.options import Value
from matchday.engine.speech import Say, mark
from matchday.engine.telling import option_words

OPTIONS = {
    "players": (mark("Players"), mark("How many managers sit at the table.")),
    "four_players": (
        mark("Four players"),
        mark("A match of two pairs, or a four-way meeting in which everyone scores alone."),
    ),
    "three_players": (
        mark("Three players"),
        mark("One against two, or a four-way meeting with a bot on the fourth seat."),
    ),
    "heats": (mark("Heats"), mark("A full match has 15 heats, a four-way meeting 20.")),
    "seating": (mark("Host and guest"), mark("Who is host: by lot, or in the order of the seats.")),
    "colours": (mark("Helmets"), mark("Colours of one manager each: by lot, or chosen in the order of the seats.")),
    "show_rider_pools": (mark("Show riders left"), mark("Riders left to the others are shown; they could be counted.")),
    "lap4_pending": (mark("Trouble on the last lap"), mark("A fall after the last lap meets the finish, or is void.")),
    "defence_optional": (mark("Defence is free"), mark("Whoever holds a defence card may still decline to defend.")),
    "overtake_any_rider": (
        mark("Anyone overtakes"),
        mark("The overtaking card may move any rider, or only one's own."),
    ),
    "choose_targets_on": (mark("Targets"), mark("Whom a fall or defect hits is named when the card wins, or is laid.")),
    "beat_order": (mark("Order of beating"), mark("On from the last card, or from the leader again after every card.")),
    "beat_partner": (mark("Beat a partner"), mark("A partner's card may be beaten.")),
    "partners_share_hands": (mark("Open hands in a pair"), mark("Partners see each other's fight cards.")),
    "runoff_scope": (
        mark("Run-offs"),
        mark("For every group of players level on points, or for the first place only."),
    ),
    "one_side_left": (mark("One side left"), mark("The heat goes on, or ends when one side is left on the track.")),
    "auto_pass_when_unable": (
        mark("Pass by itself"),
        mark("Whoever holds no card is passed over."),
    ),
}

VALUES = {
    "pairs": mark("two pairs"),
    "fourway": mark("four-way meeting"),
    "solo_v_pair": mark("one against two"),
    "fourway_bot": mark("four-way with a bot"),
    "full": mark("all"),
    "lot": mark("by lot"),
    "fixed": mark("by seats"),
    "choose": mark("chosen"),
    "finish": mark("meets the finish"),
    "void": mark("void"),
    "resolve": mark("when it wins"),
    "play": mark("when it is laid"),
    "cyclic": mark("on from the last card"),
    "leader_first": mark("leader first"),
    "first": mark("first place only"),
    "play_on": mark("the heat goes on"),
    "end": mark("the heat ends"),
}

option, plain_value = option_words(OPTIONS, VALUES)


def value(say: Say, name: str, value: Value) -> str:
    """Name an option's value."""
    if name == "runoff_scope" and value == "all":
        return say(mark("every tie"))
    return plain_value(say, name, value)
