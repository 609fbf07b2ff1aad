"""The rules in words: complete, and the same clauses in every language."""

from __future__ import annotations

import json
import re
from collections import Counter

import pytest

from matchday.engine.errors import NoReference, UnknownClause
from matchday.engine.speech import LANGUAGES
from matchday.games import GAMES, game
from matchday.match.faces import catalogue, usual_box
from matchday.match.reference import chapters, clause, clauses, read_chapters, read_clauses, reference_path, search

PG = game("pilka_w_grze")


def shape(name, language):
    """Ids and levels of headings, in order: what translations must share."""
    text = (game(name).folder / "reference" / f"{language}.md").read_text(encoding="utf-8")
    return re.findall(r"^(#+|\*\*[A-Z]+-\w+\*\*)", text, re.MULTILINE)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_clauses_in_the_same_order(name, language):
    if game(name).is_draft and reference_path(game(name), language).name != f"{language}.md":
        pytest.skip(f"a draft: a release wants reference/{language}.md")
    assert reference_path(game(name), language).name == f"{language}.md"
    assert shape(name, language) == shape(name, "en")
    assert list(clauses(game(name), language)) == list(clauses(game(name), "en"))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_name_the_same_ids_and_codes(name, language):
    """What a clause refers to, and its options in `code`, do not get lost in translation."""
    for number, english in clauses(game(name), "en").items():
        other = clauses(game(name), language)[number]
        for pattern in (r"\b[A-Z]{2}-[A-Z]?\d+\b", r"`[^`]+`"):
            assert set(re.findall(pattern, other.text)) == set(re.findall(pattern, english.text)), number


@pytest.mark.parametrize("name", GAMES)
def test_every_clause_that_the_game_names_is_there(name):
    rules = game(name)
    known = clauses(rules)
    named = {rules.words.event_rule(int(event)) for event in rules.events}
    named |= {option.rule for option in rules.options.values()}
    referred = {number for found in known.values() for number in re.findall(r"\b[A-Z]{2}-[A-Z]?\d+\b", found.text)}
    assert (named | referred) - {""} <= known.keys()
    assert all(found.text and found.section for found in known.values())


def test_pilka_w_grze_has_all_of_its_clauses():
    wanted = [f"PG-{n:02}" for n in range(1, 59)]
    wanted += [f"PG-X{n}" for n in range(1, 19)] + [f"PG-R{n:02}" for n in range(1, 37)]
    assert sorted(clauses(PG)) == sorted(wanted)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_tables_of_pilka_w_grze_are_those_of_its_box(language):
    text = reference_path(PG, language).read_text(encoding="utf-8")
    for deck, rows in PG.box_data["decks"].items():
        part = text.split(f"`{deck}`\n", 1)[1].split("\n###", 1)[0]
        written = {code: int(copies) for code, copies in re.findall(r"(\w+/\w+) ×(\d+)", part)}
        assert written == {
            f"{row['attack']}{row['balls']}/{row['defence']}{row['gloves']}": row["copies"] for row in rows
        }
        counts = Counter()
        for row in rows:
            counts[row["attack"]] += row["copies"]
        assert dict(re.findall(r"^\| (\w+) \| (\d+) \|", part, re.MULTILINE)) == {
            code: str(count) for code, count in counts.items()
        }
    for row in PG.box_data["formation"]:
        assert f"| {row['code']} | {' | '.join(map(str, row['actions']))} |" in text
    for option in PG.options.values():
        line = next(line for line in text.splitlines() if line.startswith(f"| `{option.name}`"))
        assert line.endswith(f"| {option.rule} |")
        for value in option.values:
            assert isinstance(value, bool) or f"`{value}`" in line


def test_a_clause_is_found_by_its_id():
    found = clause(PG, "en", "PG-13")
    assert found.section == "The turn"
    assert found.text.startswith("The attacker plays one attack card")
    assert clause(PG, "en", "pg-7").id == "PG-07"
    assert clause(PG, "pl", "PG-R1").id == "PG-R01"
    assert clause(PG, "pl", "PG-13").section == "Tura"


def test_an_unknown_clause_is_refused_with_a_proposal():
    with pytest.raises(UnknownClause, match='no rule "PG-590"; did you mean'):
        clause(PG, "en", "PG-590")


def test_searching_ignores_case_accents_and_endings():
    assert "PG-34" in [found.id for found in search(PG, "en", "CORNER actions")]
    assert "PG-34" in [found.id for found in search(PG, "pl", "rzut rozny dobieraja")]
    assert "PG-36" in [found.id for found in search(PG, "es", "penal CONDICION")]
    assert search(PG, "en", "corner dragon") == []
    assert search(PG, "en", "  ") == []


def test_the_clause_about_a_thing_comes_first():
    assert search(PG, "en", "substitution")[0].id == "PG-55"
    assert search(PG, "pl", "rzut rożny")[0].id == "PG-R18"
    assert search(PG, "es", "regate")[0].id == "PG-33"


def test_searching_an_id_gives_that_clause_alone():
    assert [found.id for found in search(PG, "en", " pg-1 ")] == ["PG-01"]


def test_a_language_without_a_file_reads_english(tmp_path, monkeypatch):
    folder = tmp_path / "reference"
    folder.mkdir()
    (folder / "en.md").write_text("# Title\n\n## Start\n\n**PG-01** Begin.\n\n| a |\n|---|\n\n**PG-02** End.\n")
    rules = type("G", (), {"name": "g", "folder": tmp_path})()
    assert clauses(rules, "pl")["PG-01"].text == "Begin.\n\n| a |\n|---|"
    assert clauses(rules, "pl")["PG-02"].section == "Start"


def test_a_game_without_a_reference_says_what_to_write(tmp_path):
    rules = type("G", (), {"name": "chess", "folder": tmp_path / "chess"})()
    with pytest.raises(NoReference, match=r"chess has no rules reference: write chess/reference/en\.md"):
        clauses(rules)


def test_a_clause_that_stands_there_twice_is_refused(tmp_path):
    path = tmp_path / "en.md"
    path.write_text("**PG-01** One.\n\n**PG-01** Two.\n")
    with pytest.raises(NoReference, match="PG-01 stands there twice"):
        read_clauses(path)


TOLD = [name for name in GAMES if chapters(game(name))]


def test_every_game_of_ours_is_told_in_order():
    assert set(TOLD) >= {name for name in GAMES if not game(name).is_draft and game(name).folder.parent.name == "games"}


@pytest.mark.parametrize("name", TOLD)
def test_chapters_show_pieces_of_the_box_and_lead_to_clauses_in_every_language(name):
    rules = game(name)
    english = chapters(rules, "en")
    faces = json.loads(catalogue(rules, usual_box(rules), "en").text)
    known = {(face["kind"], face["code"]) for face in faces}
    assert {picture for lesson in english for picture in lesson.pictures} <= known
    assert any(lesson.pictures for lesson in english)
    assert {lesson.clause for lesson in english} <= clauses(rules).keys()
    for language in LANGUAGES:
        found = chapters(rules, language)
        assert [(one.clause, one.pictures) for one in found] == [(one.clause, one.pictures) for one in english]
        assert all(one.title and one.text and "![" not in one.text for one in found)
    assert chapters(rules, "pl")[0].text != english[0].text


def test_a_lesson_without_a_heading_of_its_own_is_told_of(tmp_path):
    path = tmp_path / "en.md"
    path.write_text(
        "# In order\n\n## The ball (PG-03)\n\n![card A/B]() ![die one two]()\n\nIt is round.\n\n## The end\n\nDone.\n"
    )
    ball, end = read_chapters(path)
    assert (ball.title, ball.clause, ball.pictures) == ("The ball", "PG-03", (("card", "A/B"), ("die", "one two")))
    assert (ball.text, end.clause, end.pictures, end.text) == ("It is round.", "", (), "Done.")


def test_what_editors_write_beside_a_clause_stays_out_of_its_text():
    known = clauses(game("mcs"))
    assert (known["MC-001"].origin, known["MC-001"].note) == ("S", "three: MC-R01")
    assert known["MC-001"].body.endswith("about half an hour.")
    assert (clauses(PG)["PG-13"].note, clauses(PG)["PG-13"].origin) == ("", "S")
    inferred = clauses(game("kickards"))["KC-015"]
    assert (inferred.origin, inferred.body[-12:]) == ("I", "every round.")
    for name in GAMES:
        bodies = [found.body for found in clauses(game(name)).values()]
        assert not [body for body in bodies if re.search(r"\([SID]\)$", body)]
