from setuptools import find_packages, setup

NAME = "embodied_memory_tools"

setup(
    name=NAME,
    version="0.1.0",
    packages=find_packages(),
    package_data={
        NAME: [
            "py.typed",
            "evaluation/household_traces/texts/*.txt",
            "evaluation/household_traces/texts/styles/*.txt",
            "evaluation/forgetting/texts/*.txt",
            "evaluation/household_tasks/texts/*.txt",
            "evaluation/textworld/player/*.txt",
        ]
    },
    data_files=[
        ("share/ament_index/resource_index/packages", ["resource/" + NAME]),
        ("share/" + NAME, ["package.xml"]),
    ],
    python_requires=">=3.10",
    install_requires=[
        "setuptools",
        "embodied_memory",
        "household",
        "lz4",
        "numpy",
        "scipy",
        "pillow",
        "pydantic>=2",
        "rich",
        "rosbags",
        "ruamel.yaml",
        "typer",
        "viser",
    ],
    extras_require={"textworld": ["textworld>=1.7"], "learn": ["scikit-learn"]},
    zip_safe=True,
    maintainer="Embodied Memory maintainers",
    maintainer_email="maintainers@embodied-memory.example",
    description="Command line, bags, replay, web page and evaluation of Embodied Memory, without ROS.",
    license="Apache-2.0",
    entry_points={"console_scripts": ["embodied-memory = embodied_memory_tools.command_line.main:app"]},
)
