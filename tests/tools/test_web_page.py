"""The page is served, takes what it is shown and hands on what is typed."""

import math
import socket
import urllib.request

import numpy as np
import pytest

from embodied_memory.evidence import EpistemicStatus, Evidence, RememberedObject
from embodied_memory.mapping.grid import FREE, OCCUPIED, UNKNOWN, OccupancySlice, RoomMap
from embodied_memory_tools.web_page import colors, side_text
from embodied_memory_tools.web_page.map_shapes import (
    floor_picture,
    known_bounds,
    label_groups,
    obstacle_boxes,
    rooms_on,
    tinted,
)
from embodied_memory_tools.web_page.plan_view import PlanView
from embodied_memory_tools.web_page.web_page import PageError, WebPage


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture
def page():
    said = []
    page = WebPage(port=free_port(), on_utterance=lambda *words: said.append(words))
    page.said = said
    yield page
    page.close()


def remembered(object_id="mug_1", category="mug", at=(1.0, 1.0, 0.8), size=(0.1, 0.1, 0.1), certainty=0.9):
    return RememberedObject(
        object_id, category, "", (), at, size, "kitchen", "", "", "", 0, 10, 2, 3, EpistemicStatus.FRESH, certainty
    )  # fmt: skip


CELLS = np.array([[0, 0, -1, -1], [0, 100, 100, 0], [0, 0, -1, 0]], np.int8)
GRID = OccupancySlice(0, (-1.0, 2.0), 0.5, CELLS)


def test_the_page_is_served(page):
    with urllib.request.urlopen(page.url, timeout=10) as response:
        assert response.status == 200
        assert b"<html" in response.read()


def test_a_taken_port_is_stepped_over_and_the_page_says_so(page, caplog):
    second = WebPage(port=page.port)
    try:
        assert second.port != page.port
        assert f"port {page.port} is taken, the page is at {second.url}" in caplog.text
        with urllib.request.urlopen(second.url, timeout=10) as response:
            assert response.status == 200
    finally:
        second.close()


def test_an_address_that_is_not_ours_is_named():
    with pytest.raises(PageError, match=r"203\.0\.113\.1.*choose another address or port"):
        WebPage(host="203.0.113.1", port=free_port())


def test_everything_can_be_shown_and_shown_again(page):
    for certainty in (0.9, 0.2):
        page.show_voxels(np.array([[0.0, 2.2, 0.5], [0.4, 2.2, 2.0]]))
        page.show_map(GRID, RoomMap(0, (-1.0, 2.0), 0.5, np.where(CELLS == FREE, 3, -1).astype(np.int8)))
        page.show_robot(0.2, 2.3, 1.0)
        page.show_path(np.array([[0.0, 2.0, 0.0], [0.2, 2.3, 0.0]]))
        page.show_camera_view(np.zeros((24, 32, 3), np.uint8))
        page.show_frontiers([((0, 2), np.array([[0.0, 2.0]]), 0.4), ((1, 2), np.array([[1.0, 2.0]]), math.nan)])
        page.show_objects((remembered(certainty=certainty), remembered("../bed 1", "bed", size=(2, 1, 0.5))))
        page.show_records([(1, "instant", "saw a mug"), (2, "utterance", "hello")])
        page.show_progress("looking")
    page.show_objects(())
    page.show_frontiers([])
    page.show_path(np.zeros((0, 2)))


def test_what_is_typed_is_shown_and_handed_on(page):
    page.say("Where is my mug?")
    page.say("And mine?", "Anna")
    assert page.said == [("user", "Where is my mug?"), ("Anna", "And mine?")]
    assert "Where is my mug?" in page._conversation.content


def test_an_utterance_that_cannot_be_handed_on_is_answered_by_the_page(page):
    def broken(speaker, text):
        raise RuntimeError("the dialog node is gone")

    page._on_utterance = broken
    page.say("hello")
    assert "did not reach the robot: the dialog node is gone" in page._conversation.content


def test_what_people_say_is_never_html():
    attack = "<script>alert(1)</script>"
    evidence = (Evidence(1, 0, "instant", attack),)
    for html in (
        side_text.conversation_html([(attack, attack, evidence)]),
        side_text.records_html([(0, attack, attack)]),
        side_text.progress_html(attack),
        side_text.plan_html(PlanView(attack, attack, (attack,), 0, (attack,))),
    ):
        assert "<script" not in html
        assert "&lt;script&gt;" in html


def test_a_plan_shows_its_steps_and_what_the_critic_remarked():
    plan = PlanView("bring the mug", "it is on the desk", ("Pick[mug_1]",), 0, ("go there first",))
    shown = side_text.plan_html(plan)
    for words in ("bring the mug", "it is on the desk", "Pick[mug_1]", "critic: go there first"):
        assert words in shown
    assert side_text.plan_html(None) == ""


def test_stamps_of_a_simulation_count_from_its_start():
    assert [side_text.clock(0), side_text.clock(125_400_000_000)] == ["0:00.0", "2:05.4"]


def test_the_certainty_scale_is_the_documented_one():
    red, amber, teal = (color for _, color in colors.CERTAINTY_SCALE)
    shown = [colors.certainty_color(value) for value in (-1.0, 0.0, 0.5, 1.0, 7.0, math.nan)]
    assert shown == [red, red, amber, teal, teal, red]
    assert colors.certainty_color(0.25) == tuple(round((a + b) / 2) for a, b in zip(red, amber, strict=True))


def test_the_legend_shows_every_meaning():
    legend = side_text.legend_html()
    for color in (colors.ROBOT, colors.PATH, colors.FREE, colors.OCCUPIED, colors.FRONTIER_HIGH):
        assert colors.css(color) in legend
    assert all(colors.css(color) in legend for _, color in colors.CERTAINTY_SCALE)


def test_the_floor_shows_rooms_and_leaves_the_unknown_out():
    rooms = RoomMap(0, (-1.0, 2.5), 0.5, np.array([[2, 2]], np.int8))  # covers row 1, columns 0 and 1
    picture = floor_picture(GRID, rooms)
    assert (picture[CELLS == UNKNOWN, 3] == 0).all()
    assert (picture[CELLS != UNKNOWN, 3] == 255).all()
    assert tuple(picture[1, 0, :3]) == colors.ROOMS[2]
    assert tuple(picture[0, 0, :3]) == colors.FREE
    assert (picture[CELLS == OCCUPIED, :3] == colors.OCCUPIED).all()


def test_rooms_find_their_place_on_a_slice_that_has_grown():
    rooms = RoomMap(0, (-2.0, 1.5), 0.5, np.arange(16, dtype=np.int8).reshape(4, 4))
    assert rooms_on(GRID, rooms).tolist() == [[6, 7, -1, -1], [10, 11, -1, -1], [14, 15, -1, -1]]


def test_obstacles_are_boxes_over_runs_of_cells():
    centres, sizes = obstacle_boxes(GRID, 0.4)
    assert centres.tolist() == [[0.0, 2.75, 0.2]]
    assert sizes.tolist() == [[1.0, 0.5, 0.4]]
    assert known_bounds(GRID) == (-1.0, 2.0, 2.0, 1.5)


def test_voxels_of_an_object_take_its_colour():
    points = np.array([[1.0, 1.0, 0.8], [3.0, 3.0, 0.8]])
    grey = np.full((2, 3), 100, np.uint8)
    mixed = tinted(points, grey, [remembered(certainty=0.0)], 0.05)
    assert mixed[1].tolist() == [100, 100, 100]
    assert mixed[0].tolist() == [int(35 + 0.65 * value) for value in colors.CERTAINTY_SCALE[0][1]]


def test_things_that_stand_together_share_a_label():
    table = remembered("table_1", "table", (1.0, 1.0, 0.4), (1.2, 0.8, 0.8))
    mug, far = remembered("mug_1"), remembered("mug_2", at=(4.0, 1.0, 0.8))
    groups = label_groups([mug, far, table], 0.6)
    assert [[item.object_id for item in group] for group in groups] == [["table_1", "mug_1"], ["mug_2"]]
