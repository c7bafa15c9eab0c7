from setuptools import find_packages, setup

NAME = "planner_nodes"

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
    description="Executes instructions: searches for goals with memory and frontiers.",
    license="Apache-2.0",
    entry_points={
        "console_scripts": [
            "planner_node = planner_nodes.planner_node:main",
            "instruct = planner_nodes.instruct:main",
        ]
    },
)
