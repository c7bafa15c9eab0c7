"""Launch files through a fake of launch; parameters as docs/interfaces.md lists them, which test_docs.py checks."""

import ast
import importlib.util
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def fake_launch():
    spec = importlib.util.spec_from_file_location("fake_launch", Path(__file__).with_name("fake_launch.py"))
    module = importlib.util.module_from_spec(spec)
    sys.modules["fake_launch"] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def executables():
    """{(package, executable)} of every setup.py."""
    found = set()
    for file in (ROOT / "src").glob("*/setup.py"):
        for keyword in ast.walk(ast.parse(file.read_text())):
            if isinstance(keyword, ast.keyword) and keyword.arg == "entry_points":
                for script in ast.literal_eval(keyword.value)["console_scripts"]:
                    found.add((file.parent.name, script.split("=")[0].strip()))
    return found


@pytest.fixture(scope="session")
def declared_parameters():
    """Executable to {parameter: default as text}."""
    page = (ROOT / "docs" / "interfaces.md").read_text()
    found = {}
    for name, table in re.findall(r"<!-- table: parameters-(\w+) -->\n(.*?)<!-- end -->", page, re.DOTALL):
        found[name] = dict(re.findall(r"^\| `([\w.]+)` \| `(.*?)` \|", table, re.MULTILINE))
    return found


@pytest.fixture(scope="session")
def shares():
    """The repository stands for the installed share folder: launch/ and config/ are installed as they are."""
    return {"embodied_memory_bringup": ROOT}
