import os
from glob import glob
from pathlib import Path

from setuptools import find_packages, setup

NAME = "embodied_memory_bringup"

ROOT = Path(__file__).resolve().parents[2]
"""The repository: launch/ and config/ stand there, where people look for them, and are installed from there."""


def files(folder, pattern):
    """Files as setuptools wants them: relative to this folder."""
    return [
        os.path.relpath(path, Path(__file__).resolve().parent) for path in sorted(glob(str(ROOT / folder / pattern)))
    ]


setup(
    name=NAME,
    version="0.1.0",
    packages=find_packages(),
    data_files=[
        ("share/ament_index/resource_index/packages", ["resource/" + NAME]),
        ("share/" + NAME, ["package.xml"]),
        ("share/" + NAME + "/launch", files("launch", "*.launch.py")),
        ("share/" + NAME + "/config", files("config", "*.yaml")),
        ("share/" + NAME + "/config/language", files("config/language", "*.yaml")),
        ("share/" + NAME + "/config/robots", files("config/robots", "*.yaml")),
        ("share/" + NAME + "/config/sensors", files("config/sensors", "*.yaml")),
        ("share/" + NAME + "/config/sensors/single", files("config/sensors/single", "*.yaml")),
        ("share/" + NAME + "/config/speech", files("config/speech", "*.jsgf")),
        ("share/" + NAME + "/config/rviz", files("config/rviz", "*.rviz")),
    ],
    install_requires=["setuptools"],
    zip_safe=True,
    maintainer="Embodied Memory maintainers",
    maintainer_email="maintainers@embodied-memory.example",
    description="Launch files, configuration, the recorder, the page and the demo: the roof that sees every room.",
    license="Apache-2.0",
    entry_points={
        "console_scripts": [
            "recorder_node = embodied_memory_bringup.recorder_node:main",
            "page_node = embodied_memory_bringup.page_node:main",
            "demo = embodied_memory_bringup.demo.main:main",
            "live = embodied_memory_bringup.live.main:main",
        ],
        "embodied_memory.graph_facts": ["ros = embodied_memory_bringup.graph_listening:gather"],
    },
)
