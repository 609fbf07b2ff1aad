"""Faults that the server had or might get, planted again one by one: for each a test must fail.

    python -m tests.server.faults

A fault goes into a copy of the package, which stands first on PYTHONPATH; no source is touched.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "matchday"
FAILED = 1
"""What pytest says when tests ran and some failed."""


@dataclass(frozen=True)
class Fault:
    """A change of one place, and the tests that must see it."""

    name: str
    path: str
    old: str
    new: str
    tests: str
    """A test file, and words that pick its tests."""


SERVER, MATCH = "server/", "match/"
DICE, SEATS, SIZES = "test_server_dice.py", "test_server_seats.py", "test_server_sizes.py"
KEEPING, WALL, GUARD = "test_server_keeping.py", "test_server_wall.py", "test_server_guard.py"
FAULTS = (
    # Fair dice
    Fault(
        "known dice between people",
        f"{SERVER}dice.py",
        "if are_known and (FRIEND in kinds",
        "if are_known and (False and FRIEND in kinds",
        f"{DICE} of_one_s_own",
    ),
    Fault(
        "a branch inherits the dice",
        f"{MATCH}match.py",
        "twin.ending = twin.fair = None",
        "twin.ending = None",
        f"{DICE} inherits",
    ),
    Fault(
        "any opening is taken",
        f"{SERVER}gathering.py",
        'if opening.sealed(self.commitment or "", seat) != sitter.hash:',
        "if not opening.nonce:",
        f"{DICE} opens_something_else",
    ),
    Fault(
        "opened before all have sealed",
        f"{SERVER}seats.py",
        "require(that=held.is_sealed and by in sitter.keys",
        "require(that=by in sitter.keys",
        f"{DICE} another_process_missed",
    ),
    Fault(
        "words that the file lacks are not missed",
        f"{MATCH}verify.py",
        'return Finding("broken", "words_missing", text)',
        'return Finding("open", "words_missing", text)',
        f"{DICE} leaves_out",
    ),
    Fault(
        "a friend at one screen",
        f"{SERVER}dice.py",
        "if hot_seat and FRIEND in kinds:",
        "if False:",
        f"{DICE} friend_s_seat",
    ),
    # Seats
    Fault(
        "a taken seat is filled",
        f"{SERVER}seats.py",
        "    require(that=not sitter.taken and not held.dealt and opens(connection, match, by))\n    return",
        "    return",
        f"{SEATS} either",
    ),
    Fault(
        "a rematch forgets hand-overs",
        f"{SERVER}seats.py",
        "later = follow(connection, held.rematch, sitter.keys, key, given if row.handover else None)",
        "later = ()",
        "test_server_offers.py honours",
    ),
    Fault(
        "who has handed a seat over moves on",
        f"{SERVER}steps.py",
        "if not any(cursor.execute(LITE_KEY, (key, match, seat)).fetchone() for key in keys):",
        "if False:",
        "test_server_offers.py another_process",
    ),
    Fault(
        "who has handed a seat over gives up or agrees",
        f"{SERVER}steps.py",
        "if not connection.scalar(select(is_held)):",
        "if False:",
        "test_server_offers.py another_process",
    ),
    Fault(
        "consent is handed over",
        f"{SERVER}room.py",
        "if self.sitters[seat].keys.isdisjoint(sitter.keys):",
        "if False:",
        "test_server_offers.py consent_is_not_handed_over",
    ),
    Fault(
        "two servers on one file",
        f"{SERVER}store.py",
        "self.lock = Lock(self.file)",
        "self.lock = None",
        f"{KEEPING} second_process",
    ),
    Fault("files for everybody", f"{SERVER}store.py", "make_private(self.file)", "pass", f"{KEEPING} owner"),
    Fault(
        "names in the log",
        f"{SERVER}writing.py",
        'create_engine(address.set(drivername="sqlite"), hide_parameters=True)',
        'create_engine(address.set(drivername="sqlite"))',
        f"{KEEPING} refuses_does",
    ),
    # Nobody starves the others
    Fault("files of any size", f"{MATCH}files.py", "LARGEST = 100_000", "LARGEST = 4_000_000", f"{SIZES} too_large"),
    Fault(
        "a file costs nothing",
        f"{SERVER}guard.py",
        "if is_file and not self.limits.may_bring(address, size):",
        "if False:",
        f"{SIZES} costs_what",
    ),
    Fault(
        "uploads for ever",
        f"{SERVER}store.py",
        "old += [MatchRow.closed & (MatchRow.updated < unseen)] if unseen else []",
        "pass",
        f"{SIZES} nobody_looks",
    ),
    Fault(
        "one address has all hands",
        f"{SERVER}turns.py",
        "if self.running[address] < self.an_address:",
        "if True:",
        "test_server_turns.py all_hands",
    ),
    Fault(
        "a hint for every asking",
        f"{SERVER}room.py",
        "await self.hints.get((self.match.ply, seat, is_thought_out), think)",
        "await think()",
        "test_server_fairness.py one_hint",
    ),
    Fault(
        "no deadline for a request",
        f"{SERVER}connections.py",
        "self.deadline = self.loop.call_later(self.keeper.seconds, self.transport.abort)",
        "pass",
        "test_server_connections.py put_the_deadline_off",
    ),
    Fault(
        "as many connections as one likes",
        f"{SERVER}connections.py",
        "is_many = self.addresses[address] >= self.most_of_one and not self.is_proxy(client)",
        "is_many = False",
        "test_server_connections.py so_many_connections",
    ),
    Fault(
        "what cannot be helped fills the page",
        f"{SERVER}rooms.py",
        "await self.store.put_off(due, self.store.wall.now() + self.patience(due))",
        "pass",
        f"{WALL} turn",
    ),
    # Several workers
    Fault(
        "connections stay where they came in",
        f"{SERVER}worker.py",
        "if not found or len(head) > LONGEST_HEAD:",
        "if True:",
        "test_server_workers.py one_workers_memory",
    ),
    Fault(
        "one address at every worker",
        f"{SERVER}limits.py",
        "self.addresses.charge(address, cost)",
        "pass",
        "test_server_workers.py spent_elsewhere",
    ),
    # Quiet
    Fault(
        "answers in caches",
        f"{SERVER}guard.py",
        'headers.append((CACHING, b"no-store"))',
        "pass",
        f"{GUARD} kept_nowhere",
    ),
    Fault("any host", f"{SERVER}hosts.py", "or is_number(name)", "or True", f"{GUARD} not_ours"),
    Fault(
        "whoever says first where they are",
        f"{SERVER}hosts.py",
        "address = bare(hops.pop())",
        "address = bare(hops.pop(0))",
        f"{GUARD} trusted_end",
    ),
    Fault("pages without a limit", f"{SERVER}guard.py", "else PAGE_SHARE", "else 0.0", f"{GUARD} pages_and"),
    Fault(
        "a jump of the clock counts",
        f"{SERVER}wall.py",
        "return max(timedelta(0), now - moment - self.lost(moment, now))",
        "return now - moment",
        f"{WALL} jump_of",
    ),
)


def plant(fault: Fault, folder: Path) -> None:
    """Make a copy of the package with one fault in it."""
    shutil.copytree(PACKAGE, folder / "matchday", ignore=shutil.ignore_patterns("static", "__pycache__"))
    path = folder / "matchday" / fault.path
    text = path.read_text(encoding="utf-8")
    assert text.count(fault.old) == 1, f"{fault.name}: {fault.path} has {text.count(fault.old)} such places"
    path.write_text(text.replace(fault.old, fault.new), encoding="utf-8")


def outcome(fault: Fault) -> subprocess.CompletedProcess[str]:
    """Run the tests that must see a fault."""
    file, words = fault.tests.split(" ")
    with tempfile.TemporaryDirectory(prefix="matchday-fault-") as folder:
        plant(fault, Path(folder))
        return subprocess.run(  # noqa: S603 - our own tests
            [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", f"tests/server/{file}", "-k", words],
            cwd=ROOT,
            env={
                **os.environ,
                "PYTHONPATH": folder,
                "MATCHDAY_PATIENCE": "30",
            },  # some show as a test that hangs
            capture_output=True,
            text=True,
            check=False,
        )


def main() -> None:
    """Try all of them."""
    unseen = 0
    for number, fault in enumerate(FAULTS, start=1):
        done = outcome(fault)
        seen = done.returncode == FAILED
        unseen += not seen
        print(f"{number:>3} of {len(FAULTS)}  {'seen' if seen else 'NOT SEEN'}  {fault.name}", flush=True)
        if not seen:
            print(done.stdout[-2000:], done.stderr[-2000:])
    print(f"{len(FAULTS) - unseen} seen, {unseen} not")
    sys.exit(bool(unseen))


if __name__ == "__main__":
    main()
