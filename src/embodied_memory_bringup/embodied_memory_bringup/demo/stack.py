"""How runs of the whole stack begin and end, what they tell in the terminal, and how long they wait."""

from __future__ import annotations

import sys
import time
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import rclpy
from rclpy.signals import SignalHandlerOptions
from rich.console import Console

from embodied_memory_bringup.demo.conductor import Conductor, ConductorError
from embodied_memory_bringup.demo.node_processes import NodeProcesses

STACK_TIMEOUT_S = 90.0


@contextmanager
def running(console: Console) -> Iterator[None]:
    """With rclpy, until the run ends. Exit code 1: the stack failed; 130: interrupted."""
    rclpy.init(signal_handler_options=SignalHandlerOptions.NO)
    try:
        yield
    except ConductorError as error:
        console.print(f"[red]error[/red] {error}")
        sys.exit(1)
    except KeyboardInterrupt:
        console.print("interrupted")
        sys.exit(130)
    finally:
        rclpy.try_shutdown()


def check(processes: NodeProcesses, console: Console) -> None:
    """Tell of nodes that died; give up when one that is needed cannot start."""
    while processes.notes:
        console.print(f"[yellow]note[/yellow] {processes.notes.pop(0)}")
    needed = {name: text for name, text in processes.failed.items() if name != "memory_node"}
    if needed:
        raise ConductorError("; ".join(needed.values()))


def open_page(folder: Path, console: Console) -> None:
    """The page node says in its log where the page is."""
    for _ in range(100):
        log = (folder / "logs" / "page_node.log").read_text(errors="replace")
        if "the page is at " in log:
            url = log.split("the page is at ")[1].split()[0]
            console.print(f"[bold]watch and talk at {url}[/bold]")
            webbrowser.open(url)
            return
        time.sleep(0.1)
    console.print("[yellow]note[/yellow] the page did not come up; see logs/page_node.log")


def stay(conductor: Conductor, console: Console) -> None:
    """People go on talking to the robot."""
    console.print("the robot stays; talk to it on the page, end with Ctrl-C")
    while True:
        conductor.wait_for_stack(STACK_TIMEOUT_S)
        time.sleep(1.0)


def shown(folder: Path) -> str:
    """A folder as one would type it here."""
    here = Path.cwd()
    return str(folder.relative_to(here)) if folder.is_relative_to(here) else str(folder)
