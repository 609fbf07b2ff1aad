"""The files for containers: parsed, and checked against each other and against the server. No engine runs here."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import stat
import subprocess
from dataclasses import fields
from pathlib import Path

import pytest
import yaml
from sqlalchemy import text

from matchday.cli.app import app as cli
from matchday.server.app import create_app
from matchday.server.settings import Settings
from tests.server.house import House
from tests.server.postgres import USER, Postgres, is_here

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
KEYS = {
    "": {"services", "volumes"},
    "service": {
        *("image", "build", "environment", "volumes", "healthcheck", "deploy", "depends_on", "stop_grace_period"),
        "ports",
    },
    "build": {"context", "dockerfile", "args"},
    "healthcheck": {"test", "interval", "retries"},
    "deploy": {"replicas"},
}
"""Of what compose knows, what we use."""
INSTRUCTIONS = {"ARG", "FROM", "WORKDIR", "COPY", "RUN", "USER", "ENV", "EXPOSE", "HEALTHCHECK", "CMD"}
OTHER_VARIABLES = {"MATCHDAY_CACHE"}
"""Read by others than the server's settings."""


@pytest.fixture(scope="module")
def compose():
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def steps() -> list[tuple[str, str]]:
    """The instructions of the Dockerfile."""
    lines = re.sub(r"\\\n", " ", (DEPLOY / "Dockerfile").read_text(encoding="utf-8")).splitlines()
    told = [line.strip() for line in lines if line.strip() and not line.lstrip().startswith("#")]
    return [tuple(line.split(None, 1)) for line in told]


def settings_of(environment):
    return {name for name in environment if name.startswith("MATCHDAY_")} - OTHER_VARIABLES


KNOWN = {f"MATCHDAY_{field.name.upper()}" for field in fields(Settings)}


# ---------------------------------------------------------------- compose


def test_compose_has_the_keys_that_compose_knows(compose):
    assert set(compose) == KEYS[""]
    for service in compose["services"].values():
        assert set(service) <= KEYS["service"]
        assert ("image" in service) != ("build" in service)
        for key in ("build", "healthcheck", "deploy"):
            assert set(service.get(key, {})) <= KEYS[key]
        assert all(isinstance(value, str) for value in service.get("environment", {}).values())


def test_what_compose_names_is_there(compose):
    services, volumes = compose["services"], set(compose["volumes"])
    for service in services.values():
        assert set(service.get("depends_on", [])) <= set(services)
        for mount in service.get("volumes", []):
            source = mount.split(":")[0]
            assert (DEPLOY / source).is_file() if source.startswith(".") else source in volumes
    build = services["server"]["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).is_file()
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]


def test_every_variable_has_a_value_or_stops_everything():
    written = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    used = re.findall(r"\$\{([^}]*)\}", written)
    assert used
    assert written.count("$") == len(used)
    assert all(re.fullmatch(r"[A-Z_]+(:\?.+|:-.*)", each) for each in used)


def test_settings_are_those_of_the_server(compose, steps):
    environment = compose["services"]["server"]["environment"]
    assert settings_of(environment) <= KNOWN
    said = [
        name for word, rest in steps if word == "ENV" for name, _, _ in (pair.partition("=") for pair in rest.split())
    ]
    assert settings_of(said) <= KNOWN
    assert "FORWARDED_ALLOW_IPS" not in environment  # nobody reads it


def test_the_password_does_not_stand_in_the_address(compose):
    environment = compose["services"]["server"]["environment"]
    assert "$" not in environment["MATCHDAY_DATABASE"]
    assert environment["PGPASSWORD"] == compose["services"]["database"]["environment"]["POSTGRES_PASSWORD"]


def test_images_are_named_by_digest(compose, steps):
    """They come from `pin.sh`, which writes digests."""
    pinned = set(
        re.findall(r"^ *pin ([A-Z_]+) \S+:\S+$", (DEPLOY / "pin.sh").read_text(encoding="utf-8"), re.MULTILINE)
    )
    images = [service["image"] for service in compose["services"].values() if "image" in service]
    images += compose["services"]["server"]["build"]["args"].values()
    assert {re.fullmatch(r"\$\{([A-Z_]+):\?run deploy/pin.sh\}", image)[1] for image in images} == pinned
    arguments = {rest for word, rest in steps if word == "ARG"}
    assert arguments == set(compose["services"]["server"]["build"]["args"])  # without a value that would be used else
    stages = {rest.split()[2] for word, rest in steps if word == "FROM" and " AS " in rest}
    for word, rest in steps:
        if word == "FROM":
            assert re.fullmatch(r"\$\{([A-Z_]+)\}", rest.split()[0])[1] in arguments
        elif word == "COPY" and rest.startswith("--from="):
            assert rest.split()[0].removeprefix("--from=") in stages


def pin(tmp_path, answer):
    """Run `pin.sh` with a Docker that answers so."""
    folder, tools = tmp_path / "deploy", tmp_path / "tools"
    folder.mkdir(exist_ok=True)
    tools.mkdir(exist_ok=True)
    shutil.copy(DEPLOY / "pin.sh", folder)
    docker = tools / "docker"
    docker.write_text(f"#!/bin/sh\n{answer}\n", encoding="utf-8")
    docker.chmod(0o755)
    done = subprocess.run(  # noqa: S603 - our own script
        [folder / "pin.sh"], env={"PATH": f"{tools}:{os.defpath}"}, capture_output=True, text=True, check=False
    )
    return done, folder / ".env"


def test_pin_writes_digests_and_nothing_else(tmp_path):
    digest = "sha256:" + "0123456789abcdef" * 4
    done, file = pin(tmp_path, f"echo {digest}")
    assert done.returncode == 0, done.stderr
    lines = file.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 4
    assert all(re.fullmatch(rf"[A-Z]+_IMAGE=docker\.io/library/[a-z]+:[a-z0-9.-]+@{digest}", line) for line in lines)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    file.write_text("POSTGRES_PASSWORD=kept\n" + "\n".join(lines), encoding="utf-8")
    done, file = pin(tmp_path, f"echo {digest[::-1][:64].join(['sha256:', ''])}")
    assert done.returncode == 0, done.stderr
    again = file.read_text(encoding="utf-8").splitlines()
    assert (again[0], len(again)) == ("POSTGRES_PASSWORD=kept", 5)
    for answer in ("echo latest", "echo", "exit 1"):
        done, file = pin(tmp_path, answer)
        assert done.returncode != 0
        assert file.read_text(encoding="utf-8").splitlines() == again  # what was there stays


# ---------------------------------------------------------------- the image


def test_packages_come_from_the_locks(steps):
    installs = [part for word, rest in steps if word == "RUN" for part in rest.split("&&") if "pip " in part]
    assert len(installs) == 4
    for each in installs:
        words = shlex.split(each)
        if "-r" in words:
            assert "--require-hashes" in words
            assert (ROOT / words[words.index("-r") + 1]).is_file()
        else:
            assert {"--no-deps", "--no-index"} <= set(words)
    assert any("npm ci --ignore-scripts" in rest for word, rest in steps if word == "RUN")


def pins(name):
    lock = (ROOT / "requirements" / name).read_text(encoding="utf-8")
    found = re.split(r"\n(?=[a-z0-9])", lock.strip())
    assert all("--hash=sha256:" in each for each in found)
    return {re.match(r"[a-z0-9._-]+", each)[0]: re.search(r"==([^\s;]+)", each)[1] for each in found}


@pytest.mark.parametrize("lock", ["run.lock", "build.lock"])
def test_what_is_served_with_is_what_is_tested_with(lock):
    tested = pins("dev.lock")
    assert pins(lock).items() <= tested.items()


def test_the_lock_has_all_that_the_server_asks_for():
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["postgres"]]
    assert {re.match(r"[a-z0-9_-]+", each)[0] for each in wanted} <= pins("run.lock").keys()


def test_the_image_has_what_it_copies_and_says_what_it_does(steps):
    assert {word for word, _ in steps} <= INSTRUCTIONS
    kept = [line for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines() if line.startswith("!")]
    for word, rest in steps:
        if word == "COPY" and not rest.startswith("--from="):
            for source in rest.split()[:-1]:
                assert (ROOT / source).exists()
                assert f"!{source.split('/')[0]}" in kept
    order = [word for word, _ in steps]
    assert order.index("USER") < order.index("CMD")
    assert order[-1] == "CMD"


def test_the_image_starts_what_there_is(steps, compose):
    import typer

    told = dict(steps)
    program, verb, *rest = json.loads(told["CMD"])
    assert (program, verb) == ("matchday", "serve")
    options = {name for option in typer.main.get_command(cli).commands["serve"].params for name in option.opts}
    assert {word for word in rest if word.startswith("--")} <= options
    assert rest[rest.index("--port") + 1] == told["EXPOSE"]
    check = json.loads(told["HEALTHCHECK"].removeprefix("CMD "))
    [path] = re.findall(rf"http://127\.0\.0\.1:{told['EXPOSE']}(/[a-z/]+)", check[-1])
    assert path in create_app(Settings(database="x.db")).openapi()["paths"]
    [published] = compose["services"]["proxy"]["ports"]
    listened = re.search(r"^:(\d+) \{$", caddyfile(), re.MULTILINE)[1]
    assert published == f"{listened}:{listened}"
    [service, port] = re.search(r"dynamic a (\S+) (\d+)", caddyfile()).groups()
    assert service in compose["services"]
    assert port == told["EXPOSE"]


# ---------------------------------------------------------------- the proxy


def caddyfile():
    return (DEPLOY / "Caddyfile").read_text(encoding="utf-8")


def test_the_caddyfile_is_one():
    depth, words = 0, set()
    for line in caddyfile().splitlines():
        told = line.strip()
        if not told or told.startswith("#"):
            continue
        assert line.startswith("\t" * (depth - (told == "}")))
        if told == "}":
            depth -= 1
            continue
        words.add(told.split()[0])
        depth += told.endswith(" {")
    assert depth == 0
    assert words == {":8000", "reverse_proxy", "dynamic", "lb_policy", "lb_try_duration"}
    program = shutil.which("caddy")
    if program:
        command = [program, "validate", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")]
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - Caddy itself
        assert done.returncode == 0, done.stderr


# ---------------------------------------------------------------- the password


@pytest.mark.xdist_group("postgres")
@pytest.mark.skipif(not is_here() and not os.environ.get("CI"), reason="no PostgreSQL programs, or no asyncpg")
@pytest.mark.parametrize("password", ["p@ss:w/rd?#%40 '\"$ż"])
def test_a_password_may_have_any_signs(monkeypatch, password):
    postgres = Postgres()
    try:
        address = postgres.database("guarded")
        house = House(address)
        quoted = password.replace("'", "''")

        async def lock_out() -> None:
            async with house.rooms.store.engine.begin() as connection:
                for told in (f"CREATE ROLE someone SUPERUSER LOGIN PASSWORD '{quoted}'",):
                    await connection.execute(text(told.replace(":", r"\:")))

        house.inside(lock_out())
        house.stop()
        rules = Path(postgres.data, "pg_hba.conf")
        rules.write_text(f"host all someone 127.0.0.1/32 scram-sha-256\n{rules.read_text()}", encoding="utf-8")
        postgres.run("pg_ctl", "-D", postgres.data, "reload")
        address = address.replace(f"{USER}@", "someone@")
        monkeypatch.setenv("PGPASSWORD", password)
        house = House(address)
        try:
            assert house.http.get("/api/health").status_code == 200
        finally:
            house.stop()
    finally:
        postgres.stop()
