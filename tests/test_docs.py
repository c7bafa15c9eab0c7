"""The documentation says what the code is: a name that is missing or superfluous fails."""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")] + sorted(
    (ROOT / "docs").glob("*.md")
)
LINK = re.compile(r"\]\(([^)\s]+)\)")


def anchors_of(page):
    """The anchors that headings get: lower case, no punctuation, hyphens for spaces."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def make_interfaces(*options):
    return subprocess.run(
        [sys.executable, str(ROOT / "docs" / "make_interfaces.py"), *options],
        capture_output=True, text=True, timeout=200, cwd=ROOT,
    )  # fmt: skip


@pytest.fixture(scope="module")
def tables():
    """docs/make_interfaces.py as a module, without running a node."""
    sys.path.insert(0, str(ROOT / "docs"))
    try:
        spec = importlib.util.spec_from_file_location("make_interfaces", ROOT / "docs" / "make_interfaces.py")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    finally:
        sys.path.pop(0)
    return module


def test_every_topic_service_action_parameter_argument_and_command_is_documented_as_it_is():
    checked = make_interfaces("--check")
    assert checked.returncode == 0, (
        "docs/interfaces.md does not say what the code is; run docs/make_interfaces.py and describe what is new:\n"
        f"{checked.stdout}{checked.stderr[-2000:]}"
    )


def test_a_row_that_is_missing_or_superfluous_changes_the_page(tables):
    page = (
        "<!-- table: things -->\n| a | meaning |\n| --- | --- |\n| gone | was here |\n"
        "| kept | by hand |\n<!-- end -->\n"
    )
    made = tables.page_of(page, {"things": (("a", "meaning"), [("kept", ""), ("new", "")])})
    assert made == (
        "<!-- table: things -->\n| a | meaning |\n| --- | --- |\n| kept | by hand |\n"
        f"| new | {tables.MISSING} |\n<!-- end -->\n"
    )


def test_a_table_without_a_place_is_refused(tables):
    with pytest.raises(ValueError, match="no place for"):
        tables.page_of("nothing here", {"things": (("a",), [])})


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_of_a_page_leads_somewhere(page):
    dead = []
    for target in LINK.findall(page.read_text()):
        path, _, anchor = target.partition("#")
        if re.match(r"[a-z]+:", target):
            continue
        file = (page.parent / path).resolve() if path else page
        if not file.exists() or (anchor and file.suffix == ".md" and anchor not in anchors_of(file)):
            dead.append(target)
    assert dead == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_file_that_a_page_names_exists(page):
    """Paths in code marks that begin with one of our folders."""
    folders = "src|tests|docs|config|launch|setup|benchmarks"
    named = re.findall(rf"`((?:{folders})/[\w./*-]+)`", page.read_text())
    assert [name for name in named if not list(ROOT.glob(name.rstrip("/")))] == []


def test_every_word_of_the_glossary_is_in_the_code():
    """The file that a row names exists, and defines the classes that the row names."""
    rows = re.findall(
        r"^\| ([^|]+) \| [^|]+ \| ([^|]+) \|$", (ROOT / "docs" / "glossary.md").read_text(), re.MULTILINE
    )
    wrong = []
    for words, places in rows[2:]:
        files = [ROOT / "src" / name for name in re.findall(r"`([^`]+)`", places)]
        text = "".join(file.read_text() for file in files if file.is_file())
        classes = [word for word in words.split(", ") if re.fullmatch(r"(?:[A-Z][a-z]+)+", word)]
        if not all(file.is_file() for file in files) or not all(f"class {name}" in text for name in classes):
            wrong.append(words)
    assert len(rows) > 40
    assert wrong == []


def test_the_make_commands_that_pages_show_exist():
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    shown = {
        name for page in PAGES for name in re.findall(r"`?make ([a-z][a-z-]+)(?= |`|$)", _code_of(page), re.MULTILINE)
    }
    assert shown - targets == set()
    assert {"demo", "test"} <= shown


def _code_of(page):
    """What stands in code marks or code blocks."""
    return "\n".join(re.findall(r"```.*?```|`[^`\n]+`", page.read_text(), re.DOTALL))


def test_every_paper_claim_names_its_test(tables):
    """docs/papers.md: each row of a claims table names a file and a test, or says that there is none."""
    rows = [line for line in (ROOT / "docs" / "papers.md").read_text().splitlines() if line.startswith("| ")]
    claims = [row for row in rows if ".py`" in row]
    assert len(claims) >= 10
    lacking = [row for row in claims if not re.search(r"\]\(\.\./tests/|\]\(\.\./benchmarks/", row)]
    assert lacking == []


def test_the_picture_of_the_page_is_small_enough_to_load_quickly():
    picture = ROOT / "docs" / "pictures" / "page.png"
    assert 20_000 < picture.stat().st_size < 600_000
    assert picture.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"


def test_the_example_of_the_front_door_runs_and_cites_its_evidence(tmp_path):
    (code,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=200, cwd=tmp_path)
    assert ran.returncode == 0, ran.stderr
    told = ran.stdout
    assert re.search(r"How many mugs.*(?:one|1)", told, re.IGNORECASE), told
    assert re.search(r"allergic to\?.*nuts.*\n  #3: [^#]*$", told), told  # and no question is cited


def test_the_front_door_has_few_names_and_each_leads_somewhere():
    import embodied_memory

    assert len(embodied_memory.__all__) <= 10
    for name in embodied_memory.__all__:
        assert getattr(embodied_memory, name).__module__.startswith("embodied_memory.")
