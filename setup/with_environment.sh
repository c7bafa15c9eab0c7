#!/usr/bin/env bash
# Runs a command in the environment that setup/prepare.py made:  setup/with_environment.sh ros-command ARGS...
set -eu
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
for name in $(compgen -e | grep -E '^(AMENT_|COLCON_|CMAKE_PREFIX|PYTHONPATH|_ROS_WHEELS)' || true); do unset "$name"; done
export VIRTUAL_ENV="$root/.venv" PATH="$root/.venv/bin:$root/ros2_ws/install/lib/embodied_memory_tools:$PATH"
export AMENT_PREFIX_PATH="$root/.venv" CMAKE_PREFIX_PATH="$root/.venv" ROS_VERSION=2 ROS_PYTHON_VERSION=3
[ "$("$root/.venv/bin/python" -c 'import sys; print(sys.version_info[1])')" = 12 ] && ROS_DISTRO=jazzy || ROS_DISTRO=kilted
export ROS_DISTRO EMBODIED_MEMORY_MODELS="${EMBODIED_MEMORY_MODELS:-$root/.cache/models}"
export ROS_AUTOMATIC_DISCOVERY_RANGE="${ROS_AUTOMATIC_DISCOVERY_RANGE:-LOCALHOST}"
set +u
for place in underlay install; do [ -f "$root/ros2_ws/$place/setup.bash" ] && . "$root/ros2_ws/$place/setup.bash" >/dev/null 2>&1; done
set -u
exec "$@"
