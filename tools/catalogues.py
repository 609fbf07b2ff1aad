"""The catalogues of translations: `make words` brings every `locale/*.po` up to date with the texts in the code.

Texts are found where they are said: `say("…")`, `say.count("…", "…", n)`, `counted_line("…", "…")`, `mark("…")`, on the
covers of box files, and in the browser client's lists of labels. Each game folder has its own catalogues, with the
labels of its table;
`server/locale` has the labels of all other pages; everything else shares `matchday/locale`. Known translations stay,
new texts come in empty, texts that nobody says any more go. Nothing is guessed: a text that was reworded is to be
translated again.

`python -m tools.catalogues --check` changes nothing and lists what is missing or broken.
"""

from __future__ import annotations

import argparse
import ast
import io
import json
import re
import string
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from babel.messages.catalog import Catalog, Message
from babel.messages.plurals import get_plural
from babel.messages.pofile import PoFileError, read_po, write_po

from matchday.engine.boxfile import read_toml
from matchday.engine.cover import texts as cover_texts
from matchday.engine.speech import LANGUAGES, PACKAGE
from matchday.games import OURS, game

SOURCE_LANGUAGE = "en"
LABELS = "labels.ts"
"""Where the client's labels are said; the server finds them in the catalogues by it."""
WIDTH = 120

Id: TypeAlias = str | tuple[str, ...]
"""A text, or the two texts of a count."""


@dataclass
class Domain:
    """One set of catalogues: a game's folder, the server's for the pages of the client, or the rest of the package."""

    folder: Path
    texts: dict[Id, list[str]] = field(default_factory=dict)
    """Each text with the files that say it, both in order of appearance."""
    problems: list[str] = field(default_factory=list)

    def path(self, language: str) -> Path:
        """Say where the catalogue of a language lies."""
        return self.folder / "locale" / f"{language}.po"


def languages() -> list[str]:
    """List the languages that need catalogues."""
    return [language for language in LANGUAGES if language != SOURCE_LANGUAGE]


# ---------------------------------------------------------------- finding texts


def domains(package: Path = PACKAGE) -> list[Domain]:
    """Read the sources; the common domain comes first, then the games, then the client's pages."""
    games = sorted(
        path.parent for where in ("games", "new/template") for path in package.glob(f"{where}/*/__init__.py")
    )
    pages = package / "server"
    found = {folder: Domain(folder) for folder in [package, *games, pages]}
    for path in sorted(package.rglob("*.py")):
        home = next((folder for folder in games if folder in path.parents), package)
        collect(found[home], path)
    client = package.parents[1] / "web" / "src"
    collect_labels(found[pages], client / "lib" / "labels.ts")
    for folder in games:
        collect_cover(found[folder], folder / "box.toml")
        collect_labels(found[folder], client / "games" / folder.name / "labels.ts")
    return [domain for domain in found.values() if domain.texts or domain.problems]


def from_elsewhere(folder: Path) -> Domain:
    """Read the sources of a game in a package of its own."""
    domain = Domain(folder)
    for path in sorted(folder.rglob("*.py")):
        collect(domain, path)
    collect_cover(domain, folder / "box.toml")
    return domain


def collect(domain: Domain, path: Path) -> None:
    """Add the texts of one source file to its domain."""
    name = path.relative_to(domain.folder).as_posix()
    tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    calls.sort(key=lambda call: (call.lineno, call.col_offset))
    inside_counts: set[ast.expr] = set()
    for call in calls:
        if call in inside_counts:
            continue
        kind = kind_of(call)
        if kind == "count":
            inside_counts.update(call.args)
            texts = [text_of(argument) for argument in call.args[:2]]
            if len(texts) == 2 and texts[0] and texts[1]:
                add(domain, (texts[0], texts[1]), name)
            else:
                domain.problems.append(f"{name}:{call.lineno}: say.count needs its two texts in place")
        elif kind and call.args:
            text = text_of(call.args[0])
            if text:
                add(domain, text, name)
            elif kind == "mark" or isinstance(call.args[0], ast.JoinedStr):
                domain.problems.append(f"{name}:{call.lineno}: {kind} needs a plain text, with values in {{braces}}")


def collect_cover(domain: Domain, path: Path) -> None:
    """Add what the box file of a game says of it."""
    if path.exists():
        for text in cover_texts(read_toml(path)):
            add(domain, text, path.name)


def collect_labels(domain: Domain, path: Path) -> None:
    """Add the client's labels of one list: one a line, in double quotes."""
    if path.exists():
        for quoted in re.findall(r'^ +(".*"),$', path.read_text(encoding="utf-8"), re.MULTILINE):
            add(domain, json.loads(quoted), LABELS)


def kind_of(call: ast.Call) -> str:
    """Tell `say(…)`, `say.count(…)` or `counted_line(…)`, and `mark(…)` from all other calls."""
    name = name_of(call.func)
    if name == "count" and isinstance(call.func, ast.Attribute):
        return "count" if name_of(call.func.value) == "say" else ""
    return {"counted_line": "count"}.get(name, name if name in {"say", "mark"} else "")


def name_of(node: ast.expr) -> str:
    """Give the last part of a name: `say` for both `say` and `self.say`."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def text_of(node: ast.expr) -> str:
    """Give a literal text, marked or not; "" for anything else."""
    if isinstance(node, ast.Call) and kind_of(node) == "mark" and node.args:
        return text_of(node.args[0])
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def add(domain: Domain, text: Id, file: str) -> None:
    """Remember a text; one that is also counted is only in the catalogue as counted."""
    single = text if isinstance(text, str) else text[0]
    for known in domain.texts:
        if isinstance(known, tuple) and known[0] == single:
            text = known
    if isinstance(text, tuple) and single in domain.texts:
        domain.texts = {text if known == single else known: files for known, files in domain.texts.items()}
    files = domain.texts.setdefault(text, [])
    if file not in files:
        files.append(file)


# ---------------------------------------------------------------- reading and writing catalogues


def read(path: Path, language: str) -> Catalog:
    """Read a catalogue; one that is not there yet is empty."""
    if not path.exists():
        return Catalog(locale=language)
    with path.open("rb") as source:
        return read_po(source, locale=language, abort_invalid=True)


def update(domain: Domain, language: str) -> bytes:
    """Write the catalogue anew: the domain's texts in their order, known translations kept."""
    known = read(domain.path(language), language)
    fresh = Catalog(locale=language)
    for text, files in domain.texts.items():
        old = known.get(text if isinstance(text, str) else text[0])
        same = old is not None and old.id == text
        fresh.add(
            text,
            old.string if old and same else None,
            locations=[(file, 0) for file in files],
            flags=old.flags if old and same else (),
            user_comments=old.user_comments if old and same else (),
        )
    out = io.BytesIO()
    write_po(out, fresh, width=WIDTH, omit_header=True, include_lineno=False)
    return header(language).encode() + out.getvalue().rstrip() + b"\n"


def header(language: str) -> str:
    """Begin a catalogue with what translators' tools need; no dates, which would only change."""
    lines = [
        f"Language: {language}",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=utf-8",
        "Content-Transfer-Encoding: 8bit",
        f"Plural-Forms: {get_plural(language).plural_forms}",
    ]
    return 'msgid ""\nmsgstr ""\n' + "".join(f'"{line}\\n"\n' for line in lines) + "\n"


# ---------------------------------------------------------------- checking


def check(domain: Domain, language: str) -> Iterator[str]:
    """List what is wrong with one catalogue."""
    path = domain.path(language)
    if not path.exists():
        yield "there is no such catalogue"
        return
    try:
        catalogue = read(path, language)
    except (PoFileError, UnicodeDecodeError) as error:
        yield f"not readable: {error}"
        return
    found = {id_of(message): message for message in catalogue if message.id}
    for text in domain.texts:
        if text in found:
            yield from check_message(found[text], language)
        else:
            yield f"not in the catalogue: {show(text)}"
    for obsolete in found.keys() - domain.texts.keys():
        yield f"no longer said: {show(obsolete)}"


def check_message(message: Message, language: str) -> Iterator[str]:
    """List what is wrong with one translation."""
    text = id_of(message)
    source = text if isinstance(text, str) else text[-1]
    forms = list(message.string) if isinstance(message.string, tuple | list) else [message.string or ""]
    wanted = 1 if isinstance(text, str) else get_plural(language).num_plurals
    if len(forms) != wanted:
        yield f"{wanted} forms needed, {len(forms)} given: {show(text)}"
    if not all(forms):
        yield f"not translated: {show(text)}"
        return
    if message.fuzzy:
        yield f"marked as fuzzy: {show(text)}"
    for number, form in enumerate(forms):
        # "one card" may do without its number where the form is only ever used for one.
        optional = {"n"} if wanted > 1 and number == 0 else set()
        here, there = placeholders(source), placeholders(form)
        if there is None or here is None:
            yield f"braces do not match: {show(text)} -> {form!r}"
        elif here - optional != there - optional:
            yield f"other {{values}} than the original: {show(text)} -> {form!r}"
        if spaces(source) != spaces(form):
            yield f"other spaces at its ends than the original: {show(text)} -> {form!r}"


def id_of(message: Message) -> Id:
    """Give the text, or the texts, that a message translates."""
    return message.id if isinstance(message.id, str) else tuple(message.id)


def placeholders(text: str) -> set[str] | None:
    """Name the values that a text takes; None when it cannot be read."""
    try:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}
    except ValueError:
        return None


def spaces(text: str) -> tuple[str, str]:
    """Give the white space at both ends."""
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]


def show(text: Id) -> str:
    """Write a text into a message."""
    return repr(text if isinstance(text, str) else text[0])


def check_common(found: list[Domain], language: str, package: Path = PACKAGE) -> Iterator[str]:
    """List the common texts that a game translates otherwise: a table of that game would say the wrong one."""
    common = {id_of(message): message.string for message in read(Domain(package).path(language), language)}
    for domain in found:
        if domain.folder in {package, package / "server"} or not domain.path(language).exists():
            continue
        for message in read(domain.path(language), language):
            text = id_of(message)
            if text and common.get(text, message.string) != message.string:
                yield f"{domain.folder.name} and the common catalogue differ, reword one in English: {show(text)}"


def is_draft(domain: Domain) -> bool:
    """Tell whether a domain is a game of ours that is not released yet: it may lack translations."""
    name = domain.folder.name
    return name in OURS and game(name).folder == domain.folder and game(name).is_draft


def problems(package: Path = PACKAGE) -> list[str]:
    """List everything that is wrong with the package's texts and catalogues."""
    found = domains(package)
    complaints = [
        f"{(domain.folder / problem).relative_to(package).as_posix()}"
        for domain in found
        for problem in domain.problems
    ]
    for language in languages():
        broken = [
            f"{domain.path(language).relative_to(package).as_posix()}: {problem}"
            for domain in found
            if not is_draft(domain)
            for problem in check(domain, language)
        ]
        complaints += broken
        if not broken:
            complaints += [f"{language}: {problem}" for problem in check_common(found, language, package)]
    known = {domain.path(language) for domain in found for language in languages()}
    complaints += [
        f"{path.relative_to(package).as_posix()}: nothing is said here, delete it"
        for path in sorted(package.rglob("locale/*.po"))
        if path not in known
    ]
    return complaints


def main(arguments: list[str] | None = None, package: Path = PACKAGE) -> int:
    """Bring the catalogues up to date, or check them."""
    parser = argparse.ArgumentParser(prog="python -m tools.catalogues", description=__doc__.split("\n\n")[0])
    parser.add_argument("--check", action="store_true", help="change nothing; list what is missing or broken")
    parser.add_argument("folder", nargs="?", type=Path, help="of a game in a package of its own: bring that up to date")
    chosen = parser.parse_args(arguments)
    if chosen.check:
        complaints = problems(package)
        for complaint in complaints:
            print(complaint, file=sys.stderr)
        return 1 if complaints else 0
    if chosen.folder:
        package = chosen.folder.parent
    found = [from_elsewhere(chosen.folder)] if chosen.folder else domains(package)
    for domain in found:
        for problem in domain.problems:
            print(f"{domain.folder.name}/{problem}", file=sys.stderr)
        for language in languages():
            path = domain.path(language)
            fresh = update(domain, language)
            path.parent.mkdir(exist_ok=True)
            if not path.exists() or path.read_bytes() != fresh:
                path.write_bytes(fresh)
                print(f"{path.relative_to(package).as_posix()}: written")
            missing = sum(problem.startswith("not translated") for problem in check(domain, language))
            if missing:
                print(f"{path.relative_to(package).as_posix()}: {missing} to translate")
    return 1 if any(domain.problems for domain in found) else 0


if __name__ == "__main__":
    sys.exit(main())
