"""Collecting texts into catalogues, and finding what is missing or broken there."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tools import catalogues

COMMON = """
def menu(say):
    say("Hello, {name}!", name="x")
    self.say("Bye")
    return [1, 2].count(1)
"""

GAME = """
TEXTS = (mark("Shot"), mark("A long text "
    "in two parts"))

def words(say, n, flag):
    say.count(mark("{n} card"), mark("{n} cards"), n)
    say.count("{n} ball of {name}", "{n} balls of {name}", n, name="x")
    say(mark("Foul in the box") if flag else mark("Foul"))
    say("Shot")
    say(TEXTS[0])
"""

PL = {
    "Shot": "Strzał",
    "A long text in two parts": "Długi tekst w dwóch częściach",
    "{n} card": ("{n} karta", "{n} karty", "{n} kart"),
    "{n} ball of {name}": ("Piłka: {name}", "{n} piłki: {name}", "{n} piłek: {name}"),
    "Foul in the box": "Faul w polu karnym",
    "Foul": "Faul",
    "Hello, {name}!": "Cześć, {name}!",
    "Bye": "Na razie",
}
ES = {
    "Shot": "Tiro",
    "A long text in two parts": "Un texto largo en dos partes",
    "{n} card": ("{n} carta", "{n} cartas"),
    "{n} ball of {name}": ("{n} balón: {name}", "{n} balones: {name}"),
    "Foul in the box": "Falta en el área",
    "Foul": "Falta",
    "Hello, {name}!": "¡Hola, {name}!",
    "Bye": "Adiós",
}

ROOT = Path(__file__).parents[2]


@pytest.fixture
def package(tmp_path):
    """A package with a common part and one game, collected but not translated yet."""
    game = tmp_path / "games" / "chess"
    game.mkdir(parents=True)
    (tmp_path / "menu.py").write_text(COMMON, encoding="utf-8")
    (game / "__init__.py").write_text("", encoding="utf-8")
    (game / "words.py").write_text(GAME, encoding="utf-8")
    assert catalogues.main([], tmp_path) == 0
    return tmp_path


def translate(package, **changes):
    """Fill in every translation, with some changed; `changes` maps a language to texts."""
    for domain in catalogues.domains(package):
        for language, known in (("pl", PL), ("es", ES)):
            texts = {**known, **changes.get(language, {})}
            catalogue = catalogues.read(domain.path(language), language)
            for message in catalogue:
                if message.id:
                    message.string = texts[message.id if isinstance(message.id, str) else message.id[0]]
            with domain.path(language).open("wb") as out:
                catalogues.write_po(out, catalogue)
    catalogues.main([], package)


def test_every_text_of_the_project_is_translated():
    assert catalogues.problems() == []


def test_the_command_checks_the_project():
    done = subprocess.run(
        [sys.executable, "-m", "tools.catalogues", "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_collecting_the_project_again_changes_nothing():
    for domain in catalogues.domains():
        for language in catalogues.languages():
            assert catalogues.update(domain, language) == domain.path(language).read_bytes(), "run make words"


def test_texts_are_found_in_their_order_and_counts_become_plurals(package):
    common, game = catalogues.domains(package)
    assert list(common.texts) == ["Hello, {name}!", "Bye"]
    assert list(game.texts) == [
        "Shot",
        "A long text in two parts",
        ("{n} card", "{n} cards"),
        ("{n} ball of {name}", "{n} balls of {name}"),
        "Foul in the box",
        "Foul",
    ]


def test_labels_of_the_client_are_collected_with_their_pages_and_tables(tmp_path):
    package = tmp_path / "src" / "matchday"
    for folder, label in (
        (tmp_path / "web" / "src" / "lib", "Rematch"),
        (tmp_path / "web/src/games/chess", "Your rook"),
    ):
        folder.mkdir(parents=True)
        (folder / "labels.ts").write_text(f'export const LABELS = [\n  "{label}",\n] as const;\n', encoding="utf-8")
    (package / "games" / "chess").mkdir(parents=True)
    (package / "games" / "chess" / "__init__.py").write_text("", encoding="utf-8")
    (package / "server").mkdir()
    found = {domain.folder.name: domain.texts for domain in catalogues.domains(package)}
    assert found == {"chess": {"Your rook": ["labels.ts"]}, "server": {"Rematch": ["labels.ts"]}}


def test_a_game_in_a_package_of_its_own_is_collected_by_its_folder(package, capsys):
    folder = package / "games" / "chess"
    (folder / "locale" / "pl.po").unlink()
    (folder / "box.toml").write_text('[cover]\ntag = "Mate"\n', encoding="utf-8")
    common = catalogues.Domain(package).path("pl")
    common.unlink()
    assert catalogues.main([str(folder)]) == 0
    assert "chess/locale/pl.po: written" in capsys.readouterr().out
    said = (folder / "locale" / "pl.po").read_text(encoding="utf-8")
    assert all(f'msgid "{text}"' in said for text in ("Shot", "Mate"))
    assert not common.exists()


def test_a_text_that_is_also_counted_stands_there_once(package):
    path = package / "games" / "chess" / "words.py"
    path.write_text('say("{n} card")\n' + GAME + '\nsay("{n} ball of {name}")\n', encoding="utf-8")
    game = catalogues.domains(package)[1]
    ids = [text if isinstance(text, str) else text[0] for text in game.texts]
    assert len(ids) == len(set(ids)) == 6
    assert ("{n} card", "{n} cards") in game.texts


def test_a_translated_package_has_no_problem(package):
    translate(package)
    assert catalogues.problems(package) == []
    assert catalogues.main(["--check"], package) == 0


def test_untranslated_texts_are_listed(package, capsys):
    assert catalogues.main(["--check"], package) == 1
    listed = capsys.readouterr().err
    assert "games/chess/locale/pl.po: not translated: 'Shot'" in listed
    assert "locale/es.po: not translated: 'Bye'" in listed


def test_translations_are_kept_new_texts_come_and_old_ones_go(package):
    translate(package)
    path = package / "games" / "chess" / "words.py"
    path.write_text(GAME.replace('mark("Foul")', 'mark("Tactical foul")'), encoding="utf-8")
    listed = catalogues.problems(package)
    assert "games/chess/locale/pl.po: not in the catalogue: 'Tactical foul'" in listed
    assert "games/chess/locale/pl.po: no longer said: 'Foul'" in listed
    catalogues.main([], package)
    text = (package / "games" / "chess" / "locale" / "pl.po").read_text(encoding="utf-8")
    assert 'msgid "Tactical foul"\nmsgstr ""\n' in text
    assert 'msgstr "Strzał"' in text
    assert 'msgid "Foul"\n' not in text
    assert "#~" not in text


def test_a_comment_of_a_translator_stays(package):
    translate(package)
    path = package / "locale" / "pl.po"
    text = path.read_text(encoding="utf-8").replace('#: menu.py\nmsgid "Bye"', '# on leaving\n#: menu.py\nmsgid "Bye"')
    path.write_text(text, encoding="utf-8")
    catalogues.main([], package)
    assert path.read_text(encoding="utf-8") == text


def test_collecting_twice_writes_the_same_bytes(package, capsys):
    translate(package)
    before = {path: path.read_bytes() for path in package.rglob("*.po")}
    capsys.readouterr()
    assert catalogues.main([], package) == 0
    assert capsys.readouterr().out == ""
    assert {path: path.read_bytes() for path in package.rglob("*.po")} == before
    assert b"Date" not in b"".join(before.values())


@pytest.mark.parametrize(
    ("text", "broken", "problem"),
    [
        ("Hello, {name}!", "Cześć!", "other {values} than the original"),
        ("Hello, {name}!", "Cześć, {imię}!", "other {values} than the original"),
        ("Hello, {name}!", "Cześć, {name!", "braces do not match"),
        ("Bye", "Na razie ", "other spaces at its ends"),
        ("{n} card", ("{n} karta", "{n} karty", ""), "not translated"),
        ("{n} card", ("{n} karta", "karty", "{n} kart"), "other {values} than the original"),
        ("{n} ball of {name}", ("Piłka", "{n} piłki: {name}", "{n} piłek: {name}"), "other {values}"),
    ],
)
def test_broken_translations_are_listed(package, text, broken, problem):
    translate(package, pl={text: broken})
    listed = catalogues.problems(package)
    assert len(listed) == 1
    assert problem in listed[0]
    assert repr(text) in listed[0]


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('msgstr[2] "{n} kart"\n', "", "not translated: '{n} card'"),
        ('msgstr[2] "{n} kart"\n', 'msgstr[2] "{n} kart"\nmsgstr[3] "{n} kart"\n', "not readable"),
        ("nplurals=3", "nplurals=4", "3 forms needed, 4 given: '{n} card'"),
    ],
)
def test_a_wrong_number_of_plurals_is_listed(package, old, new, problem):
    translate(package)
    path = package / "games" / "chess" / "locale" / "pl.po"
    path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    assert any(f"games/chess/locale/pl.po: {problem}" in line for line in catalogues.problems(package))


def test_a_fuzzy_translation_is_listed(package):
    translate(package)
    path = package / "locale" / "pl.po"
    text = path.read_text(encoding="utf-8").replace('#: menu.py\nmsgid "Bye"', '#: menu.py\n#, fuzzy\nmsgid "Bye"')
    path.write_text(text, encoding="utf-8")
    assert catalogues.problems(package) == ["locale/pl.po: marked as fuzzy: 'Bye'"]


def test_an_unreadable_or_missing_catalogue_is_listed(package):
    translate(package)
    (package / "locale" / "es.po").unlink()
    path = package / "locale" / "pl.po"
    path.write_text(path.read_text(encoding="utf-8") + "nonsense\n", encoding="utf-8")
    listed = catalogues.problems(package)
    assert any(line.startswith("locale/pl.po: not readable") for line in listed)
    assert "locale/es.po: there is no such catalogue" in listed


def test_a_game_may_not_translate_a_common_text_otherwise(package):
    (package / "menu.py").write_text(COMMON + '    say("Shot")\n', encoding="utf-8")
    catalogues.main([], package)
    translate(package)
    path = package / "locale" / "pl.po"
    path.write_text(path.read_text(encoding="utf-8").replace("Strzał", "Uderzenie"), encoding="utf-8")
    assert catalogues.problems(package) == ["pl: chess and the common catalogue differ, reword one in English: 'Shot'"]


def test_a_catalogue_without_texts_is_listed(package):
    translate(package)
    (package / "menu.py").unlink()
    assert "locale/pl.po: nothing is said here, delete it" in catalogues.problems(package)


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ('say(f"Goal for {name}")', "say needs a plain text"),
        ("mark(text)", "mark needs a plain text"),
        ("say.count(*texts, n)", "say.count needs its two texts in place"),
        ('say.count("one", many, n)', "say.count needs its two texts in place"),
    ],
)
def test_texts_that_cannot_be_collected_are_listed(package, source, problem):
    translate(package)
    path = package / "games" / "chess" / "words.py"
    path.write_text(f"{GAME}\n{source}\n", encoding="utf-8")
    line = path.read_text(encoding="utf-8").count("\n")
    assert any(text.startswith(f"games/chess/words.py:{line}: {problem}") for text in catalogues.problems(package))
    assert catalogues.main([], package) == 1
