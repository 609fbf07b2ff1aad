"""`make audit`: known weaknesses of the packages we build on.

The tools pass where nobody answers: what could not be asked about is told here, and is no pass. Ends with 0 if all
packages were asked about and nothing is known, with 1 if something is, with 2 if the answer is missing.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def answer(command: list[str], folder: Path) -> dict:
    """Run a tool that answers in JSON; its exit status says too little."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    try:
        return json.loads(done.stdout)
    except json.JSONDecodeError:
        return {"message": (done.stderr.strip() or "no answer").splitlines()[-1]}


def python_packages(told: dict) -> tuple[list[str], list[str]]:
    """Read what pip-audit says: weaknesses, and what it could not ask about."""
    if "dependencies" not in told:
        return [], [f"Python packages: {told.get('message', 'no answer')}"]
    weak = [
        f"{each['name']} {each['version']}: {found['id']}, mended in {', '.join(found['fix_versions']) or 'none yet'}"
        for each in told["dependencies"]
        for found in each.get("vulns", [])
    ]
    skipped = [each["name"] for each in told["dependencies"] if "skip_reason" in each]
    return weak, [f"Python packages: nobody knows of {len(skipped)}: {', '.join(skipped)}"] if skipped else []


def node_packages(told: dict) -> tuple[list[str], list[str]]:
    """Read what npm says."""
    if "vulnerabilities" not in told:
        return [], [f"packages of the client: {told.get('message', 'no answer')}"]
    found = told["vulnerabilities"].values()
    return [f"{each['name']} {each['range']}: {each['severity']}" for each in found], []


def main(pip_audit: str) -> int:
    locks = [pip_audit, "--require-hashes", "--disable-pip", "--format", "json", "--progress-spinner", "off"]
    python = python_packages(answer([*locks, "--requirement", "requirements/dev.lock"], ROOT))
    node = node_packages(answer(["npm", "audit", "--json"], ROOT / "web"))
    weak, unanswered = python[0] + node[0], python[1] + node[1]
    for line in weak:
        print(f"WEAK        {line}")
    for line in unanswered:
        print(f"NOT ASKED   {line}")
    if not weak and not unanswered:
        print("No weakness is known of any package.")
    elif unanswered:
        print("The audit is not complete: run it where the registries' advisories can be reached.")
    return 1 if weak else 2 if unanswered else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
