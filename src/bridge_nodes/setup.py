from setuptools import find_packages, setup

NAME = "bridge_nodes"

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
    description="One bridge a world; each offers the same topics and actions.",
    license="Apache-2.0",
    entry_points={
        "console_scripts": [
            "household_bridge = bridge_nodes.household_bridge:main",
            "bag_bridge = bridge_nodes.bag_bridge:main",
        ]
    },
)
