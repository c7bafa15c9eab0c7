#!/usr/bin/env bash
# Exits with 0 if every node named is active:  healthy.sh NODE...
# What is wrong with an active node is told by its diagnostics, and it mends itself or says what to do: no reason to
# start it anew.
set -eu
for node in "$@"; do
    state="$(ros2 lifecycle get --no-daemon --spin-time 2 "/$node" 2>&1 || true)"
    case "$state" in
        active*) ;;
        *) echo "$node: $state"; exit 1 ;;
    esac
done
