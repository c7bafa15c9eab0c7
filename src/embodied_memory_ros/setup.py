from setuptools import find_packages, setup

NAME = "embodied_memory_ros"

setup(
    name=NAME,
    version="0.1.0",
    packages=find_packages(),
    package_data={NAME: ["*.xml"]},
    data_files=[
        ("share/ament_index/resource_index/packages", ["resource/" + NAME]),
        ("share/" + NAME, ["package.xml"]),
    ],
    install_requires=["setuptools"],
    zip_safe=False,
    maintainer="Embodied Memory maintainers",
    maintainer_email="maintainers@embodied-memory.example",
    description="What every node shares: conversions, parameters, QoS, transforms, node base.",
    license="Apache-2.0",
)
