#!/usr/bin/env bash
# Runs a command in the workspace and the distribution that it was built beside.
set -e
# shellcheck disable=SC1091
source /opt/embodied_memory/install/setup.bash
exec "$@"
