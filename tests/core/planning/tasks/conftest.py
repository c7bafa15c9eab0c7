"""Tasks in a home of words: what was done there, and what was reported."""

import pytest

from embodied_memory.config import PermissionConfig
from embodied_memory.planning.skill_call import Permissions
from embodied_memory.planning.tasks.task_execution import TaskExecution
from embodied_memory.planning.tasks.task_reading import read_task
from embodied_memory_tools.language.small_home import SmallHome

PEOPLE = frozenset({"anna", "tom"})


@pytest.fixture
def carry_out():
    """(home, outcome) of an instruction: carry_out("bring me the mug", home, speaker, grants)."""

    def run(text, home=None, speaker="anna", grants=("*: all",), **more):
        home = home or SmallHome()
        execution = TaskExecution(home, home, home.things, Permissions(PermissionConfig(grants)), **more)
        return home, execution.execute(text, speaker, read_task(text, speaker, PEOPLE))

    return run


@pytest.fixture
def calls():
    """The calls that a home executed, as text."""
    return lambda home: [str(call) for call in home.done]
