from setuptools import find_packages, setup

NAME = "perception_nodes"

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
    description="From camera topics to scene-graph instants, the occupancy map, rooms and frontiers.",
    license="Apache-2.0",
    entry_points={
        "console_scripts": [
            "perception_node = perception_nodes.perception_node:main",
            "mapping_node = perception_nodes.mapping_node:main",
        ]
    },
)
