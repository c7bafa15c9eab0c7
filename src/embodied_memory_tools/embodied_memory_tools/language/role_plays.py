"""All roles that a language model can play. Whoever asks for more adds a line here."""

from __future__ import annotations

from pydantic import BaseModel

from embodied_memory_tools.language.dialog_roles import DIALOG_ROLES
from embodied_memory_tools.language.household_roles import HOUSEHOLD_ROLES
from embodied_memory_tools.language.memory_roles import MEMORY_ROLES
from embodied_memory_tools.language.planning_roles import PLANNING_ROLES
from embodied_memory_tools.language.react_roles import REACT_ROLES
from embodied_memory_tools.language.role_play import RolePlay
from embodied_memory_tools.language.search_roles import SEARCH_ROLES

ROLE_PLAYS: tuple[RolePlay, ...] = (
    MEMORY_ROLES,
    PLANNING_ROLES,
    REACT_ROLES,
    SEARCH_ROLES,
    HOUSEHOLD_ROLES,
    DIALOG_ROLES,
)


def shapes() -> dict[str, type[BaseModel]]:
    """Of all roles, by role."""
    return {role: shape for play in ROLE_PLAYS for role, shape in play.shapes.items()}
