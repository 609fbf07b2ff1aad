"""The variants and house rules of Kickards in words."""

from __future__ import annotations

from matchday.engine.speech import mark
from matchday.engine.telling import option_words

OPTIONS = {
    "format": (mark("Format"), mark("A friendly, a tie over two legs, or a final that must have a winner.")),
    "two_man": (mark("Two-man action"), mark("Two attackers in the right positions bring a bonus.")),
    "nationality": (mark("Nationality"), mark("Cards of one flag on one side bring bonuses.")),
    "control": (mark("Game control"), mark("Both sides bid stars in secret for the control track.")),
    "solo": (mark("Solo"), mark("Alone against the Automat, at one of three levels; game control is on.")),
    "automat": (mark("Seat of the Automat"), mark("Where the Automat sits: always opposite the person.")),
    "sides": (mark("Home side"), mark("Who plays at home.")),
    "star_choice": (mark("Star colours"), mark("The attacker colours the printed stars first, or both in secret.")),
    "bonus_timing": (mark("Buying bonuses"), mark("Only before the d6, or until the shot.")),
    "early_buy": (mark("Early purchases"), mark("Bonuses may also be bought before the event.")),
    "coach_goal_var": (mark("VAR and coach cards"), mark("A goal under a coach card with the icon may be checked.")),
    "var_extra_time": (mark("VAR in extra time"), mark("Both get their VAR token back for extra time.")),
    "cards": (mark("Yellow and red cards"), mark("Whether a red card sends a footballer off, or is only shown.")),
    "cf_am": (mark("Centre forward and playmaker"), mark("What this two-man action brings.")),
    "away_goals": (mark("Away goals"), mark("A tie that is level goes to whoever scored more away.")),
    "tie_break": (mark("Level tie"), mark("A tie that is level is drawn, or goes to extra time.")),
    "shootout_bonus": (mark("Penalties"), mark("Percentage points added to every ordinary row in the shoot-out.")),
    "odbior": (mark("Ball recovery"), mark("Who shoots on the table of that event.")),
}

VALUES = {
    "friendly": mark("friendly"),
    "tie": mark("two legs"),
    "final": mark("final"),
    "off": mark("off"),
    "amateur": mark("amateur"),
    "league": mark("league"),
    "champion": mark("champion"),
    "random": mark("by lot"),
    "seat0": mark("first seat"),
    "seat1": mark("second seat"),
    "att_first": mark("the attacker first"),
    "secret": mark("in secret"),
    "before_roll": mark("before the d6"),
    "until_shot": mark("until the shot"),
    "full": mark("sent off"),
    "cosmetic": mark("only shown"),
    "reroll_k6": mark("roll the d6 again"),
    "reroll_miss": mark("repeat a missed shot"),
    "two_shots": mark("one shot more"),
    "none": mark("drawn"),
    "extra_time": mark("extra time"),
    "att": mark("attacker"),
    "def": mark("defender"),
}
option, value = option_words(OPTIONS, VALUES)
