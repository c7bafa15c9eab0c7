"""Poses that may be wrong: levelled by the floor, registered to what was seen before, refused while lost."""

from embodied_memory.geometry.pose import MapRevision
from embodied_memory.localisation.localised import LocalisationStatus, Localised
from embodied_memory.localisation.localiser import Localiser

__all__ = ["LocalisationStatus", "Localised", "Localiser", "MapRevision"]
