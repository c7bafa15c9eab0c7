from setuptools import find_packages, setup

NAME = "dialog_nodes"

setup(
    name=NAME,
    version="0.1.0",
    packages=find_packages(),
    data_files=[
        ("share/ament_index/resource_index/packages", ["resource/" + NAME]),
        ("share/" + NAME, ["package.xml"]),
    ],
    install_requires=["setuptools"],
    zip_safe=True,
    maintainer="Embodied Memory maintainers",
    maintainer_email="maintainers@embodied-memory.example",
    description="Talks with people, in text and aloud: questions go to memory, instructions to the planner.",
    license="Apache-2.0",
    entry_points={
        "console_scripts": [
            "dialog_node = dialog_nodes.dialog_node:main",
            "listener_node = dialog_nodes.listener_node:main",
            "speaker_node = dialog_nodes.speaker_node:main",
            "stop_node = dialog_nodes.stop_node:main",
        ]
    },
)
