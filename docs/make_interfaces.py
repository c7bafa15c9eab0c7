"""Writes the tables of docs/interfaces.md from the code: python docs/make_interfaces.py [--check].

The page is text with marked tables. Names, types, defaults and descriptions come from the running nodes, the launch
files, the command line and the Makefile. What code cannot say, the last column of some rows, is written by hand in
the page and kept. --check writes nothing and fails if the page is not what this program would write.
"""

from __future__ import annotations

import ast
import difflib
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import typer
from running_nodes import ROOT, NodeInterface, all_interfaces

PAGE = ROOT / "docs" / "interfaces.md"
BLOCK = re.compile(r"(<!-- table: ([\w.-]+) -->\n)(.*?)(<!-- end -->)", re.DOTALL)
UNITS = {"_m": "m", "_m2": "m²", "_s": "s", "_deg": "degrees", "_px": "pixels"}
MISSING = "**not described yet**"

Rows = list[tuple[str, ...]]


def main() -> int:
    """0: the page is right or was written; 1: it is not what the code says."""
    before = PAGE.read_text()
    after = page_of(before, all_tables())
    if "--check" not in sys.argv:
        PAGE.write_text(after)
    checked, made = (before if "--check" in sys.argv else after).splitlines(), after.splitlines()
    faults = [*difflib.unified_diff(checked, made, "the page", "the code", lineterm="", n=0)]
    faults += [f"not described: {line}" for line in made if MISSING in line]
    sys.stdout.write("\n".join(faults) + "\n" if faults else "")
    return 1 if faults else 0


def page_of(text: str, tables: dict[str, tuple[tuple[str, ...], Rows]]) -> str:
    """The page with every marked table made anew. ValueError if a table has no place or a place no table."""
    places = {name for _, name, _, _ in BLOCK.findall(text)}
    if places != set(tables):
        lacking, empty = sorted(set(tables) - places), sorted(places - set(tables))
        raise ValueError(f"{PAGE.name} has no place for {lacking}, and nothing belongs in {empty}")

    def filled(match: re.Match[str]) -> str:
        header, rows = tables[match[2]]
        return match[1] + table(header, with_kept_meanings(rows, match[3])) + match[4]

    return BLOCK.sub(filled, text)


def table(header: tuple[str, ...], rows: Rows) -> str:
    """Markdown."""
    lines = [header, ("---",) * len(header), *rows]
    return "".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |\n" for line in lines)


def with_kept_meanings(rows: Rows, present: str) -> Rows:
    """A row without a meaning takes the one that its row in the page has."""
    lines = [re.split(r"(?<!\\)\|", line.strip()[1:-1]) for line in present.splitlines() if line.startswith("|")]
    kept = {cells[0].strip(): cells[-1].strip().replace("\\|", "|") for cells in lines}
    return [(*row[:-1], row[-1] or kept.get(row[0]) or MISSING) for row in rows]


def all_tables() -> dict[str, tuple[tuple[str, ...], Rows]]:
    """Name of a table to its header and rows."""
    nodes = all_interfaces()
    tables: dict[str, tuple[tuple[str, ...], Rows]] = {
        "topics": (
            ("topic", "type", "QoS offered", "QoS asked", "published by", "read by", "meaning"),
            topics(nodes),
        ),
        "services": (("service", "type", "served by", "called by", "meaning"), _called(nodes, "serves", "calls")),
        "actions": (
            ("action", "type", "served by", "called by", "meaning"),
            _called(nodes, "serves_actions", "calls_actions"),
        ),
        "types": (("file", "meaning"), interface_files()),
        "commands": (("command", "arguments and options", "meaning"), commands()),
        "targets": (("target", "meaning"), make_targets()),
        "variables": (("variable", "default", "meaning"), make_variables()),
    }
    for name, node in nodes.items():
        if node.parameters:
            tables[f"parameters-{name}"] = (("parameter", "default", "unit", "meaning"), parameters(node))
    for file in sorted((ROOT / "launch").glob("*.launch.py")):
        tables[f"arguments-{file.name}"] = (("argument", "default", "meaning"), launch_arguments(file))
    return tables


def topics(nodes: dict[str, NodeInterface]) -> Rows:
    """One row a topic; two types or policies for one topic are a fault and stand side by side."""
    rows: Rows = []
    for topic in sorted({name for node in nodes.values() for name in (*node.publishes, *node.reads)}):
        writers = {name: node.publishes[topic] for name, node in nodes.items() if topic in node.publishes}
        readers = {name: node.reads[topic] for name, node in nodes.items() if topic in node.reads}
        kinds = {f"`{kind}`" for kind, _ in (*writers.values(), *readers.values())}
        offered, asked = ({qos for _, qos in ends.values()} for ends in (writers, readers))
        cells = (_joined(kinds), _joined(offered), _joined(asked), _joined(writers), _joined(readers))
        rows.append((f"`{topic.lstrip('/')}`", *cells, ""))
    return rows


def _called(nodes: dict[str, NodeInterface], served: str, called: str) -> Rows:
    kinds: dict[str, str] = {}
    for node in nodes.values():
        kinds |= getattr(node, served) | getattr(node, called)
    rows: Rows = []
    for name, kind in sorted(kinds.items()):
        servers = [node for node, interface in nodes.items() if name in getattr(interface, served)]
        clients = [node for node, interface in nodes.items() if name in getattr(interface, called)]
        rows.append((f"`{name.lstrip('/')}`", f"`{kind}`", _joined(servers), _joined(clients), ""))
    return rows


def _joined(items: Iterable[str]) -> str:
    return ", ".join(sorted(items)) or "-"


def parameters(node: NodeInterface) -> Rows:
    """A description that only repeats the name is none: then the page's own counts."""
    rows: Rows = []
    for parameter in node.parameters.values():
        last = parameter.name.rsplit(".", 1)[-1]
        said = "" if parameter.description == last.replace("_", " ") else parameter.description
        unit = next((unit for end, unit in UNITS.items() if last.endswith(end)), "")
        rows.append((f"`{parameter.name}`", f"`{parameter.default}`", unit, said))
    return rows


def launch_arguments(file: Path) -> Rows:
    """Those of a launch file and those that all have, read without the launch package."""
    shared = ROOT / "src" / "embodied_memory_bringup" / "embodied_memory_bringup"
    if "beside_a_robot" in file.read_text():
        own, defaults = _dictionary(shared / "robot_description.py", "ARGUMENTS"), _dictionary(file, "DEFAULTS")
        own = {name: (defaults.get(name, default), said) for name, (default, said) in own.items()}
    else:
        own = _dictionary(file, "ARGUMENTS")
    common = _dictionary(shared / "launch_description.py", "COMMON_ARGUMENTS")
    arguments = own | {name: told for name, told in common.items() if name not in own}
    return [(f"`{name}`", f"`{default}`" if default else "", said) for name, (default, said) in arguments.items()]


def _dictionary(file: Path, name: str) -> dict[str, tuple[str, str]]:
    for line in ast.parse(file.read_text()).body:
        if isinstance(line, ast.Assign) and ast.unparse(line.targets[0]) == name:
            return dict(ast.literal_eval(line.value))
    raise LookupError(f"{file.name} has no {name}")


def interface_files() -> Rows:
    """Every .msg, .srv and .action; a comment in the first line says what it is for."""
    package = ROOT / "src" / "embodied_memory_interfaces"
    files = [file for kind in ("msg", "srv", "action") for file in sorted((package / kind).glob(f"*.{kind}"))]
    rows: Rows = []
    for file in files:
        first = file.read_text().splitlines()[0]
        said = first.lstrip("# ") if first.startswith("#") else ""
        rows.append((f"[`{file.parent.name}/{file.name}`](../{file.relative_to(ROOT)})", said))
    return rows


def commands() -> Rows:
    """Every command of `embodied-memory`."""
    from embodied_memory_tools.command_line.main import app

    return [*_commands_below(typer.main.get_command(app), "embodied-memory")]


def _commands_below(command, name: str) -> Iterator[tuple[str, ...]]:  # type: ignore[no-untyped-def]
    for child_name, child in sorted(getattr(command, "commands", {}).items()):
        yield from _commands_below(child, f"{name} {child_name}")
    if not hasattr(command, "commands"):
        shown = [_option(item) for item in command.params if item.name != "help"]
        yield (f"`{name}`", ", ".join(shown), (command.help or "").split("\n")[0])


def _option(item) -> str:  # type: ignore[no-untyped-def]
    return f"`{item.opts[0]}`" if item.param_type_name == "option" else f"`{item.name.upper()}`"


def make_targets() -> Rows:
    """Targets that `make help` lists, and the others that are phony."""
    text = (ROOT / "Makefile").read_text()
    said = dict(re.findall(r"^([a-z-]+):.*?## (.*)$", text, re.MULTILINE))
    targets = re.findall(r"^\.PHONY: (.*)$", text, re.MULTILINE)[0].split()
    return [(f"`make {name}`", said.get(name, "")) for name in targets]


def make_variables() -> Rows:
    """Variables that are read but not set for good."""
    text = (ROOT / "Makefile").read_text()
    fixed = set(re.findall(r"^([A-Z_]+) :=", text, re.MULTILINE)) | {"MAKEFILE_LIST"}
    names = dict.fromkeys(re.findall(r"\$\((?:if \$\(|filter-out 0,\$\()?([A-Z_]+)\)", text))
    defaults = dict(re.findall(r"^([A-Z_]+) \?= (.*)$", text, re.MULTILINE))
    rows: Rows = []
    for name in sorted(set(names) - fixed):
        default = defaults.get(name, "")
        rows.append((f"`{name}`", "the first found of 3.11, 3.12, 3.13, 3.10" if name == "PYTHON" else default, ""))
    return rows


if __name__ == "__main__":
    sys.exit(main())
