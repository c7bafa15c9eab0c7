"""Goals that are shown: the thing in the middle, in the words of the detector or of an embedder that sees pixels."""

import numpy as np
import pytest

from embodied_memory.observation import CameraIntrinsics, Observation
from embodied_memory.planning.exploring.image_goal import (
    PictureReader,
    UnreadablePictureError,
    with_shown,
    words_with_shown,
)
from embodied_memory.planning.instruction import Goal, GoalKind, InstructionError, parse_instruction
from embodied_memory.scene_graph import Detection

PICTURE = Observation(
    0,
    np.zeros((90, 120, 3), np.uint8),
    np.ones((90, 120), np.float32),
    CameraIntrinsics.from_horizontal_fov(120, 90, 60.0),
    np.eye(4),
)
MUG = Detection("mug", 1.0, (45, 30, 75, 60), caption="a Red mug")
TABLE = Detection("table", 1.0, (0, 25, 120, 90), caption="a brown table")
BOWL = Detection("bowl", 1.0, (5, 30, 35, 60))


class Detects:
    def __init__(self, *found):
        self.found = list(found)

    def detect(self, observation):
        return self.found


class Sees:
    """An embedder of three words; the picture is like the second."""

    def __init__(self, sees_images):
        self.sees_images = sees_images

    def embed_text(self, texts):
        return np.eye(3, dtype=np.float32)[: len(texts)]

    def embed_image(self, color, tags, captions):
        return np.array([0.1, 0.9, 0.2], np.float32)


def test_the_thing_in_the_middle_is_meant_not_what_it_stands_on_or_what_is_beside():
    goal = PictureReader(Detects(TABLE, BOWL, MUG), Sees(False)).goal(PICTURE)
    assert (goal.description, goal.kind, goal.read_by) == ("red mug", GoalKind.IMAGE, "the detector")
    assert goal.image.startswith(b"\xff\xd8")


def test_what_a_mask_shows_in_the_very_middle_is_meant_though_the_rest_of_it_is_hidden():
    lamp, towel = np.zeros((2, 90, 120), bool)
    lamp[15:50, 57:63], towel[40:60, 63:80] = True, True
    found = [
        Detection("towel", 1.0, (63, 40, 80, 60), towel, "a white towel"),
        Detection("floor lamp", 1.0, (57, 15, 63, 50), lamp, "a white floor lamp"),
    ]
    assert PictureReader(Detects(*found), Sees(False)).goal(PICTURE).description == "white floor lamp"


def test_an_embedder_that_sees_names_what_no_detector_knows():
    goal = PictureReader(Detects(), Sees(True), ("kettle", "Globe", "hat")).goal(PICTURE)
    assert (goal.description, goal.read_by) == ("globe", "the image embedder")


@pytest.mark.parametrize(("sees", "names"), [(False, ("globe",)), (True, ())])
def test_a_picture_that_nobody_can_read_is_refused_with_the_remedy(sees, names):
    with pytest.raises(UnreadablePictureError, match=r"show the thing from nearer, or set perception\.embedder"):
        PictureReader(Detects(), Sees(sees), names).goal(PICTURE)


MUG_SHOWN = Goal("red mug", GoalKind.IMAGE, b"jpeg", "the detector")


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("", "find the red mug"),
        ("find this", "find the red mug"),
        ("Please bring me this one, then open the fridge", "Please bring me the red mug, then open the fridge"),
        ("find the thing in the picture", "find the red mug"),
        ("find what is in this photo and come back", "find the red mug and come back"),
        ("see where the one I show you is", "see where the red mug is"),
        ("put that, please, on the table", "put the red mug, please, on the table"),
    ],
)
def test_what_is_shown_stands_for_the_words_that_point_at_it(said, meant):
    assert words_with_shown(said, MUG_SHOWN) == meant


@pytest.mark.parametrize("said", ["find the kettle", "bring me the cup that I like"])
def test_words_that_point_at_nothing_leave_the_picture_unexplained(said):
    with pytest.raises(InstructionError, match="what the picture is for"):
        words_with_shown(said, MUG_SHOWN)


def test_the_goal_that_is_meant_keeps_its_picture():
    goals = parse_instruction(words_with_shown("find this, then the kettle", MUG_SHOWN))
    assert with_shown(goals, MUG_SHOWN) == (MUG_SHOWN, Goal("kettle"))
