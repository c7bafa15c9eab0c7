from setuptools import find_packages, setup

setup(
    name="household",
    version="0.1.0",
    packages=find_packages(include=["household", "household.*"]),
    package_data={"household": ["py.typed", "residents/texts/*.txt"]},
    data_files=[
        ("share/ament_index/resource_index/packages", ["resource/household"]),
        ("share/household", ["package.xml"]),
    ],
    install_requires=["setuptools", "numpy", "scipy", "numba", "pillow", "trimesh", "embreex", "pydantic", "pyyaml"],
    zip_safe=True,
    maintainer="Embodied Memory maintainers",
    maintainer_email="maintainers@embodied-memory.example",
    description="A simulated home without ROS: world state, skills, homes, renderer, motion.",
    license="Apache-2.0",
)
