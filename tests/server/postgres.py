"""A real PostgreSQL server for the tests, in a folder of its own."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path

USER = "postgres"
WAIT = ("-w", "-t", "600")
"""Until it is done, by itself a minute at most: the machine may be busy."""


def find(program: str) -> str | None:
    """The newest program of an installation, whether it is on the path or not."""
    installed = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{program}"), key=lambda path: int(path.parts[-3]))
    return str(installed[-1]) if installed else shutil.which(program)


def is_here() -> bool:
    try:
        import asyncpg  # noqa: F401
    except ImportError:
        return False
    return find("initdb") is not None and find("pg_ctl") is not None


class Postgres:
    """Started when it is made; throws everything away when it is stopped."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="matchday-postgres-"))
        if os.geteuid() == 0:  # PostgreSQL does not run as root
            shutil.chown(self.folder, USER, USER)
        self.run("initdb", "--auth=trust", "--encoding=UTF8", "--no-locale", f"--username={USER}", "-D", self.data)
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self.folder}"
        self.run("pg_ctl", "-D", self.data, "-o", options, *WAIT, "-l", str(self.folder / "log"), "start")

    @property
    def data(self) -> str:
        return str(self.folder / "data")

    def run(self, program: str, *arguments: str) -> None:
        command = [find(program) or program, *arguments]
        if os.geteuid() == 0:
            command = ["runuser", "-u", USER, "--", *command]
        subprocess.run(command, check=True, capture_output=True, cwd=self.folder)  # noqa: S603 - found above

    def database(self, name: str) -> str:
        """Make an empty database; gives its address."""
        self.run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", USER, name)
        return f"postgresql+asyncpg://{USER}@127.0.0.1:{self.port}/{name}"

    def stop(self) -> None:
        self.run("pg_ctl", "-D", self.data, "-m", "immediate", *WAIT, "stop")
        shutil.rmtree(self.folder, ignore_errors=True)
