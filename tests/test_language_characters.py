"""Characters beyond ASCII: read as what they mean and said so, or named by code point."""

import pytest
from language import places_of, problems_of, said

from gradstep.engine.errors import Span
from gradstep.engine.language import Assign, Load, Push, SetLabel, parse


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        ("x = 3\ny ＝ （x ＋ 1）＊ 2", "x = 3\ny = (x + 1)* 2"),
        ("y = 16.5/（2.2*3）", "y = 16.5/(2.2*3)"),
        ("a = １２；b = a．tanh（）", "a = 12;b = a.tanh()"),
        ("a = 6\ny = a × 2 − 4 ÷ 2", "a = 6\ny = a * 2 - 4 / 2"),
        ("a = 6\ny = a · 2 – 4 ∕ 2 ⋅ a", "a = 6\ny = a * 2 - 4 / 2 * a"),
        ("a = 1．5ｅ３", "a = 1.5e3"),
        ("a = 2。5", "a = 2.5"),
        ("a = 𝟐", "a = 2"),
        ("x＝ー".replace("ー", "－") + "3", "x=-3"),
        ("ｔａｎｈ（ｘ）", "tanh(x)"),
        ("a\u00a0=\u3000２\u2009+\u202f1", "a = 2 + 1"),
        ("y = Value(2.0, label=“x”)", 'y = Value(2.0, label="x")'),
        ("y = 2 ＃ × note", "y = 2 # × note"),
    ],
)
def test_habits_of_typing_are_read_as_ascii_with_a_notice(typed: str, plain: str) -> None:
    program = parse(typed)
    assert program.statements == parse(plain).statements
    assert program.notices
    assert program.source == typed


def test_a_notice_names_the_first_character_of_its_kind_alone() -> None:
    notices = parse("y = （x × 2） × （３ × 4）").notices
    assert [said(notice).split(" is read")[0] for notice in notices] == [
        "full-width （ (U+FF08)", "× (U+00D7)", "full-width ３ (U+FF13)",
    ]  # fmt: skip
    assert places_of(notices) == [(1, 5), (1, 8), (1, 16)]


def test_a_full_width_comma_is_a_comma() -> None:
    (problem,) = problems_of("a = １２；b = a，")
    assert problem.span == Span(1, 13, 1, 14)
    assert "remove the comma" in str(problem.hint)


def test_comments_and_labels_stay_as_typed() -> None:
    program = parse("x = 2  # ×（２）² \u200b\u202e“ 'q\nx.label = '×（２）²'\ny = x*2 # “")
    assert program.notices == ()
    assert program.statements[1] == SetLabel("x", "×（２）²", Span(2, 1, 2, 18))


def test_a_byte_order_mark_is_part_of_the_text_and_counts_in_columns() -> None:
    program = parse("\ufeffx = 2.0\n  # note\ny = x*3")
    assert program.notices == ()
    assert program.source.startswith("\ufeff")
    assert isinstance(program.statements[0], Assign)
    assert program.statements[0].targets[0].span == Span(1, 2, 1, 3)
    assert program.statements[1].span == Span(3, 5, 3, 8)


@pytest.mark.parametrize("separator", ["\u2028", "\u2029"])
def test_a_line_separator_ends_a_line_and_is_named(separator: str) -> None:
    program = parse(f"a = 1{separator}b = a*2 # note{separator}c = b")
    assert len(program.statements) == 3
    (notice,) = program.notices
    assert notice.span == Span(1, 6, 1, 7)
    assert f"U+{ord(separator):04X}" in str(notice.message)


@pytest.mark.parametrize(
    ("character", "name"),
    [
        ("\x00", "NUL character (U+0000)"),
        ("\x07", "U+0007"),
        ("\x0b", "U+000B (LINE TABULATION)"),
        ("\x1b", "U+001B (ESCAPE)"),
        ("\x7f", "U+007F (DELETE)"),
        ("\x85", "U+0085 (NEXT LINE)"),
        ("\ud800", "U+D800"),
        ("\udfff", "U+DFFF"),
        ("\ufffe", "U+FFFE"),
        ("\u200b", "U+200B (ZERO WIDTH SPACE)"),
        ("\u200d", "U+200D (ZERO WIDTH JOINER)"),
        ("\u200f", "U+200F (RIGHT-TO-LEFT MARK)"),
        ("\u202e", "U+202E (RIGHT-TO-LEFT OVERRIDE)"),
        ("\u2066", "U+2066 (LEFT-TO-RIGHT ISOLATE)"),
        ("\u00ad", "U+00AD (SOFT HYPHEN)"),
        ("\ufeff", "U+FEFF (ZERO WIDTH NO-BREAK SPACE)"),
        ("\u3164", "U+3164 (HANGUL FILLER)"),
        ("\U000e0041", "U+E0041 (TAG LATIN CAPITAL LETTER A)"),
    ],
)
def test_what_cannot_be_seen_is_named_with_its_place(character: str, name: str) -> None:
    for text, column in ((f"x = 2\ny{character} = x*3", 2), (f"x = 2\ny ={character} x*3", 4)):
        (problem,) = problems_of(text)
        assert name in str(problem.message)
        assert problem.span == Span(2, column, 2, column + 1)
        assert character not in said(problem)
        assert problem.fixes[0].replacement == ""


@pytest.mark.parametrize("character", ["\x00", "\x1b", "\ud800", "\uffff"])
def test_what_no_file_can_hold_is_refused_in_comments_too(character: str) -> None:
    assert places_of(problems_of(f"x = 2  # a{character}b")) == [(1, 11)]
    assert places_of(problems_of(f"x = 2\nprint('{character}')")) == [(2, 8)]


@pytest.mark.parametrize(
    ("character", "word"),
    [("→", "RIGHTWARDS ARROW"), ("≤", "relu"), ("∞", "infinity"), ("½", "0.5"), ("😀", "U+1F600"), ("∑", "terms")],
)
def test_other_signs_are_named(character: str, word: str) -> None:
    (problem,) = problems_of(f"x = 2\ny = x {character} 3")
    assert problem.span == Span(2, 7, 2, 8)
    assert word in said(problem)


@pytest.mark.parametrize("typed", ["①", "⑴", "Ⅷ²", "㍿"])
def test_numbers_in_circles_are_no_digits(typed: str) -> None:
    assert problems_of(f"x = 1\ny = x + {typed}")


def test_invisible_characters_in_lines_passed_over_do_not_matter() -> None:
    program = parse("x = 2.0\nprint(\u200bx × 2)\nclass Value:\n    a = 1 ÷ 2 \u200b\ny = x")
    assert [str(notice.message).split()[0] for notice in program.notices] == ["print", "class"]


def test_the_same_name_in_two_forms_is_one_name() -> None:
    program = parse("é = 3.0\ny = e\u0301*2")
    assert isinstance(program.statements[1], Assign)
    assert program.statements[1].code[0] == Load("é", Span(2, 5, 2, 7))


def test_a_number_is_kept_in_ascii() -> None:
    (statement,) = parse("x = １２．５").statements
    assert isinstance(statement, Assign)
    assert statement.code == (Push(12.5, "12.5", Span(1, 5, 1, 9)),)
