"""Balance a card: what do more copies of it do to the game? Many matches of greedy bots, before and after.

python examples/balance.py --matches 20000
"""

from __future__ import annotations

import argparse
import copy

import matchday as md


def main(arguments: list[str] | None = None) -> tuple[float, float]:
    """Compare goals in a match before and after; give both means."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=20_000)
    parser.add_argument("--card", type=int, default=0, help="row of the deck to change")
    parser.add_argument("--copies", type=int, default=2, help="copies to add")
    parser.add_argument("--plain", action="store_true", help="without the compiler; slow")
    asked = parser.parse_args(arguments)
    game, mode = "pilka_w_grze", "plain" if asked.plain else "compiled"
    data = copy.deepcopy(md.game(game).box_data)
    card = data["decks"]["paired"][asked.card]
    before = md.simulate(game, asked.matches, seats="greedy", mode=mode)
    card["copies"] += asked.copies
    after = md.simulate(game, asked.matches, seats="greedy", data=data, mode=mode)
    for name, report in (("before", before), ("after", after)):
        spread = sum(each**2 for each in report.score_deviation) ** 0.5
        error = 1.96 * spread / report.matches**0.5
        first = f"{report.first_win_share:.1%} won by who attacked first"
        print(f"{name}: {report.mean_total:.3f} ± {error:.3f} goals a match, {first}")
    print(f"changed: {card}")
    return before.mean_total, after.mean_total


if __name__ == "__main__":
    main()
