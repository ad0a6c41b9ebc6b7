"""Check the documents: sizes, sentences, links and the paths that they name."""

import re
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[1]
PLAYERS: Final = ROOT / "README.md"
"""Spanish page for players: only its links and paths are checked."""

MOST_WORDS: Final = {
    "ARCHITECTURE.md": 1000,
    "CONTRIBUTING.md": 900,
    "tests/README.md": 900,
    "tests/benchmarks/README.md": 900,
}
MOST_WORDS_DOCS: Final = 1200
"""Limit of each page in `docs`."""
MOST_WORDS_PARAGRAPH: Final = 90
MOST_WORDS_SENTENCE: Final = 35

_FENCE = re.compile(r"^(```|~~~).*?^\1\s*$", re.MULTILINE | re.DOTALL)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_CODE = re.compile(r"`([^`\n]+)`")
_LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#{1,6}\s+(.*?)\s*#*$", re.MULTILINE)
_ITEM = re.compile(r"^\s*(?:[-*+]|\d+\.)\s+", re.MULTILINE)
_SENTENCE_END = re.compile(r"(?<=[.!?])[\"”»)*]*\s+")
_ROOTS = ("companion/", "tests/", "rules_data/", "docs/", ".ci/", ".githooks/")
_PATH = re.compile(r"[\w./<>*-]+(?::[\w.]+)?")
_TEST = re.compile(r"test_\w+\.py")


def _documents() -> list[Path]:
    """Return every document of the repository."""
    folders = ("docs/**/*.md", "tests/**/*.md", "companion/**/*.md", "rules_data/**/*.md")
    paths = {*ROOT.glob("*.md"), *(path for each in folders for path in ROOT.glob(each))}
    return sorted(paths)


DOCUMENTS: Final = _documents()
PROSE: Final = [path for path in DOCUMENTS if path != PLAYERS]


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def _text(path: Path) -> str:
    """Return a document without its code blocks and comments."""
    return _COMMENT.sub("", _FENCE.sub("", path.read_text("utf-8")))


def _paragraphs(path: Path) -> Iterator[str]:
    """Yield the paragraphs and lists of a document, without tables, headings and link targets."""
    for block in re.split(r"\n\s*\n", _text(path)):
        lines = [line for line in block.splitlines() if not line.lstrip().startswith(("|", "#"))]
        if lines:
            yield _LINK.sub(r"\2", "\n".join(lines))


def _sentences(paragraph: str) -> Iterator[str]:
    """Yield the sentences of a paragraph; each item of a list begins a new one."""
    for item in _ITEM.split(paragraph):
        yield from _SENTENCE_END.split(" ".join(item.split()))


def _anchors(path: Path) -> set[str]:
    """Return the anchors that GitHub gives to the headings of a document."""
    anchors: set[str] = set()
    for heading in _HEADING.findall(_text(path)):
        plain = _CODE.sub(r"\1", _LINK.sub(r"\2", heading)).lower()
        slug = re.sub(r"[^\w\s-]", "", plain).strip().replace(" ", "-")
        count, name = 0, slug
        while name in anchors:
            count += 1
            name = f"{slug}-{count}"
        anchors.add(name)
    return anchors


def _limit(path: Path) -> int | None:
    """Return the most words that a page may have, or None where it has no limit."""
    name = _name(path)
    return MOST_WORDS.get(name, MOST_WORDS_DOCS if name.startswith("docs/") else None)


def _names(source: str, name: str) -> bool:
    """Return whether some source text has each part of a dotted name."""
    return all(re.search(rf"\b{re.escape(part)}\b", source) for part in name.split("."))


def _is_missing(named: str) -> bool:
    """Return whether a path leads to no file, or its `:name` stands in none of them."""
    place, _, name = named.partition(":")
    pattern = re.sub(r"<[^>]+>", "*", place).rstrip("/")
    places = list(ROOT.glob(pattern))
    if not name:
        return not places
    files = [path for path in places if path.is_file()]
    return not any(_names(path.read_text("utf-8"), name) for path in files)


def _paths(path: Path) -> Iterator[str]:
    """Yield what looks like a path of the repository in the inline code of a document."""
    for code in _CODE.findall(_text(path)):
        if code.startswith(_ROOTS) and _PATH.fullmatch(code):
            yield code


@pytest.mark.parametrize("path", [path for path in DOCUMENTS if _limit(path)], ids=_name)
def test_page_is_short(path: Path) -> None:
    limit = _limit(path)
    assert limit is not None
    assert len(path.read_text("utf-8").split()) <= limit


@pytest.mark.parametrize("path", PROSE, ids=_name)
def test_paragraphs_are_short(path: Path) -> None:
    long = [text for text in _paragraphs(path) if len(text.split()) > MOST_WORDS_PARAGRAPH]
    assert long == []


@pytest.mark.parametrize("path", PROSE, ids=_name)
def test_sentences_are_short(path: Path) -> None:
    sentences = (each for text in _paragraphs(path) for each in _sentences(text))
    assert [each for each in sentences if len(each.split()) > MOST_WORDS_SENTENCE] == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=_name)
def test_links_lead_somewhere(path: Path) -> None:
    broken = []
    for _, _, target in _LINK.findall(_text(path)):
        if re.match(r"[a-z]+:", target):
            continue
        file, _, anchor = target.partition("#")
        to = (path.parent / file).resolve() if file else path
        if not to.exists() or (anchor and anchor not in _anchors(to)):
            broken.append(target)
    assert broken == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=_name)
def test_paths_exist(path: Path) -> None:
    assert [named for named in _paths(path) if _is_missing(named)] == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=_name)
def test_tests_exist(path: Path) -> None:
    """Check the tests that a document names without their folder."""
    tests = {each.name for each in (ROOT / "tests").rglob("test_*.py")}
    named = {code for code in _CODE.findall(_text(path)) if _TEST.fullmatch(code)}
    assert sorted(named - tests) == []


def test_every_page_is_linked() -> None:
    """Check that each page of `docs` can be reached from another document."""
    linked = {
        (path.parent / target.partition("#")[0]).resolve()
        for path in DOCUMENTS
        for _, _, target in _LINK.findall(_text(path))
        if not re.match(r"[a-z]+:|#", target)
    }
    pages = [path for path in DOCUMENTS if fnmatch(_name(path), "docs/*")]
    assert [_name(path) for path in pages if path not in linked] == []


def test_checks_notice_what_they_forbid() -> None:
    """Check the helpers themselves on the shortest examples."""
    assert list(_sentences("- One. Two\n- Three.")) == ["", "One.", "Two", "Three."]
    assert _is_missing("tests/nowhere.py")
    assert _is_missing("tests/test_documents.py:no_such" + "_name")
    assert not _is_missing("tests/test_documents.py:PLAYERS")
    assert not _is_missing("companion/games/<game>/state.py")


_WORD = re.compile(r"(?<!\w)(?!\d+\b)\w{4,}")
_SOURCES = (".py", ".toml", ".js", ".mjs", ".html", ".txt", ".acta")
_FOREIGN: Final = {
    "docs/printed-values.md": {"JUEGO"},
    "docs/settings.md": {"fine_print"},
    "tests/benchmarks/README.md": {"cachegrind", "f_trace_opcodes", "settrace", "valgrind"},
    "tests/playthroughs/releases/README.md": {"seventh", "table_4", "table_5"},
}
"""Names in inline code that stand for somebody else's thing, or for a placeholder."""


@cache
def _source_words() -> frozenset[str]:
    """Return every word of the sources, and the names of files without their ending."""
    words = set[str]()
    for folder in ("companion", "tests", "rules_data", ".githooks", ".ci"):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in _SOURCES or folder.startswith("."):
                words.add(path.stem)
                words |= (
                    set(re.findall(r"\w+", path.read_text("utf-8"))) if path.is_file() else set()
                )
    return frozenset(words | set(re.findall(r"\w+", (ROOT / "pyproject.toml").read_text("utf-8"))))


_DIAGRAM = re.compile(r"^```mermaid$(.*?)^```$", re.MULTILINE | re.DOTALL)
_DRAWN_FILE = re.compile(r"[\w/]+\.py")
_DRAWN_NAME = re.compile(r"\b(?:[A-Z][a-z]+[A-Z]\w+|\w*_\w+|[A-Z]{4,})\b")
"""Name of a class, a function or a constant, as no word of prose is written."""


def test_names_in_diagrams_exist() -> None:
    files = ["/" + path.relative_to(ROOT).as_posix() for path in (ROOT / "companion").rglob("*.py")]
    for path in PROSE:
        for diagram in _DIAGRAM.findall(path.read_text("utf-8")):
            drawn = set(_DRAWN_FILE.findall(diagram))
            assert [file for file in drawn if not any(f.endswith("/" + file) for f in files)] == []
            assert set(_DRAWN_NAME.findall(diagram)) - _source_words() == set()


@pytest.mark.parametrize("path", PROSE, ids=_name)
def test_names_in_inline_code_exist(path: Path) -> None:
    if path.name == "CHANGELOG.md":
        return
    names = {word for code in _CODE.findall(_text(path)) for word in _WORD.findall(code)}
    assert names - _source_words() - _FOREIGN.get(_name(path), set()) == set()
