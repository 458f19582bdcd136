"""Every text on the page goes through gettext: templates by their syntax trees, scripts by their string literals."""

import re
from html.parser import HTMLParser
from pathlib import Path

import jinja2
import pytest
from jinja2 import nodes

ROOT = Path(__file__).resolve().parent.parent
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
SCRIPTS = sorted(path for path in (ROOT / "static" / "js").rglob("*.js"))
NAMES = {
    "Gradstep",
    "data",
    "grad",
    "topo",
    "API",
    "Ctrl",
    "backward",
    "out",
    "self",
    "other",
    "def",
    "_backward",
    "Esc",
    "Space",
    "Home",
    "End",
}
SPOKEN = ("title", "alt", "placeholder", "aria-label", "aria-description", "aria-roledescription", "aria-valuetext")


class Visible(HTMLParser):
    """Collects what a person sees or hears of some HTML."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._hidden = ""

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.texts += [value or "" for name, value in attributes if name in SPOKEN]
        if tag in ("script", "style"):
            self._hidden = tag

    def handle_endtag(self, tag: str) -> None:
        if tag == self._hidden:
            self._hidden = ""

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.texts.append(data)


def untranslated(source: str) -> list[str]:
    """Words that a template shows without asking for their translation."""
    tree = jinja2.Environment().parse(source)
    literal = "".join(
        part.data if isinstance(part, nodes.TemplateData) else "\x00"  # what an expression gives is no literal
        for output in tree.find_all(nodes.Output)
        for part in output.nodes
    )
    parser = Visible()
    parser.feed(literal)
    words = re.findall(r"[^\W\d_][\w']+", " ".join(parser.texts).replace("\x00", " "))
    return sorted({word for word in words if word not in NAMES})


def shown_by_expressions(source: str) -> list[str]:
    """Sentences in expressions that are in no ``_()``: in conditions, defaults and the like."""
    tree = jinja2.Environment().parse(source)
    asked = {
        id(text)
        for call in tree.find_all(nodes.Call)
        if isinstance(call.node, nodes.Name) and call.node.name in ("_", "gettext", "ngettext")
        for text in call.find_all(nodes.Const)
    }
    sentence = re.compile(r"^[A-Z][a-z]+ |[a-z]+ [a-z]+ [a-z]+")
    return [
        text.value
        for text in tree.find_all(nodes.Const)
        if id(text) not in asked and isinstance(text.value, str) and sentence.search(text.value)
    ]


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_templates_show_no_words_of_their_own(path: Path) -> None:
    source = path.read_text("utf-8")
    assert untranslated(source) == []
    assert shown_by_expressions(source) == []


@pytest.mark.parametrize(
    "source",
    ["<p>Hello</p>", "<b title='Press'></b>", "<i aria-label='Close {{ x }}'></i>", "{% if a %}Maybe{% endif %}"],
)
def test_words_outside_gettext_are_found(source: str) -> None:
    assert untranslated(source)


def test_words_in_gettext_and_names_are_not_found() -> None:
    assert untranslated("<p title=\"{{ _('Press it') }}\">{{ _('Hello') }} Gradstep <b class='cls'>→</b></p>") == []
    assert shown_by_expressions("{{ _('Press it now') }}") == []
    assert shown_by_expressions("{{ 'Press it now' if a else b }}") == ["Press it now"]


_COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'`\w])//[^\n]*", re.S)
_STRING = re.compile(r"\"((?:[^\"\\\n]|\\.)*)\"|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`")
_INTERNAL = re.compile(
    r"(?:throw new \w+|super|console\.\w+)\([^;]*?\);|(?:querySelector|querySelectorAll|matches|closest)\([^;]*?\)"
)
_SENTENCE = re.compile(r"^[A-Z][a-z]+ [a-z]|[a-z]{2,} [a-z]{2,} [a-z]{2,}")


def sentences(script: str) -> list[str]:
    """String literals that read like something to be shown: a word with a capital, or several words in a row."""
    code = _INTERNAL.sub("", _COMMENT.sub("", script))
    code = re.sub(r'\bclass: ("[^"]*"|[^",]*"[^"]*" : "[^"]*")', "", code)
    found = ["".join(groups) for groups in _STRING.findall(code)]
    found = [re.sub(r"\$\{[^}]*\}", "…", text) for text in found]
    return [text for text in found if _SENTENCE.search(text) and "px" not in text]


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_scripts_show_no_sentences_of_their_own(path: Path) -> None:
    assert sentences(path.read_text("utf-8")) == []


def test_sentences_in_scripts_are_found_and_faults_are_let_be() -> None:
    assert sentences('setText(a, "Press run to go on");') == ["Press run to go on"]
    assert sentences('throw new Error("this can never be so"); // nor this one here') == []


def test_every_text_that_a_script_asks_for_is_on_the_page() -> None:
    page = "".join(path.read_text("utf-8") for path in TEMPLATES)
    given = set(re.findall(r'"([\w.-]+)": _\(', page))
    asked = {
        name
        for path in SCRIPTS
        for name in re.findall(r"\btexts\.([a-z_]+)\b", _COMMENT.sub("", path.read_text("utf-8")))
    }
    assert asked - given - {"map", "length"} == set()
    keys = (ROOT / "static" / "js" / "keys.js").read_text("utf-8")
    assert {f"keys.{action}" for action in re.findall(r'action: "([\w-]+)"', keys)} - given == set()
