"""The search loop in a drawn world: memory before frontiers, confirmation before "found", and every way to end."""

import math
from dataclasses import dataclass, replace

import numpy as np
import pytest

from embodied_memory.config import Config, ExplorerConfig
from embodied_memory.event import EventKind
from embodied_memory.evidence import RetrievalResult, UsualPlace
from embodied_memory.geometry.pose import Pose2D
from embodied_memory.mapping.frontiers import Frontier
from embodied_memory.mapping.grid import FREE, OCCUPIED, UNKNOWN, OccupancySlice
from embodied_memory.planning.exploring.explorer import Explorer
from embodied_memory.planning.exploring.goal_search import Task
from embodied_memory.planning.instruction import parse_instruction


@dataclass
class DrawnMap:
    stamp_ns: int
    slice: OccupancySlice
    walls: OccupancySlice
    frontiers: tuple


class DrawnWorld:
    """A hall of 10 x 4 m. Things come into memory when the robot is within 3 m of them, if they are really there."""

    def __init__(self, things, remembered=(), frontiers=((8.5, 2.0),), blocked=False, cancel_after=None):
        cells = np.full((40, 100), FREE, np.int8)
        cells[[0, -1], :] = cells[:, [0, -1]] = OCCUPIED
        if blocked:
            cells[:, 50] = OCCUPIED
        self.grid = OccupancySlice(0, (0.0, 0.0), 0.1, cells)
        self.walls = self.grid
        self.things, self.memory = list(things), {thing.object_id: thing for thing in remembered}
        self.frontiers, self.here, self.now = frontiers, Pose2D(1.0, 2.0, 0.0), 100
        self.events, self.looks, self.cancel_after, self.trail = [], 0, cancel_after, []

    def pose(self):
        return self.here

    def look(self):
        self.now += 1
        self.looks += 1
        for thing in self.things:
            if math.dist(thing.position[:2], (self.here.x, self.here.y)) < 3.0:
                self.memory[thing.object_id] = replace(thing, last_seen_ns=self.now)
        left = [p for p in self.frontiers if math.dist(p, (self.here.x, self.here.y)) > 1.0]
        return DrawnMap(
            self.now,
            self.grid,
            self.walls,
            tuple(Frontier(i, np.array([p]), p, 2.0) for i, p in enumerate(left)),
        )

    def driven(self):
        return self.trail

    def views(self):
        return ()

    def retrieve(self, query):
        fitting = [thing for thing in self.memory.values() if thing.category == query]
        return RetrievalResult(query, (), tuple(fitting))

    def known_objects(self):
        return tuple(self.memory.values())

    def navigate(self, pose):
        self.here = pose
        return True

    def report(self, kind, text, object_ids=(), succeeded=None):
        self.events.append((kind, object_ids, succeeded))

    def canceled(self):
        return self.cancel_after is not None and self.looks > self.cancel_after


def search(world, text="find the kettle", **explorer):
    config = Config(explorer=ExplorerConfig(**explorer))
    return Explorer(config, world, lambda goal, category: 0.5).search_all(parse_instruction(text))


def test_an_unknown_goal_is_found_by_exploring(remembered):
    world = DrawnWorld([remembered(position=(8.0, 2.0, 0.9))])
    (outcome,) = search(world)
    assert outcome.found
    assert outcome.target.object_id == "kettle_1"
    assert math.dist((outcome.pose.x, outcome.pose.y), (8.0, 2.0)) <= 1.0
    assert world.events == [(EventKind.GOAL_STARTED, (), None), (EventKind.GOAL_ENDED, ("kettle_1",), True)]


def test_the_robot_first_turns_to_what_nobody_has_seen_behind_it(remembered):
    world, headings = DrawnWorld([remembered(position=(8.0, 2.0, 0.9))]), []
    world.grid.cells[1:-1, :10] = UNKNOWN
    world.here = Pose2D(2.0, 2.0, 0.0)
    explorer = Explorer(Config(), world, lambda goal, category: 0.5)
    (outcome,) = explorer.search_all(
        parse_instruction("find the kettle"), lambda step: headings.append(round(step.pose.yaw, 1))
    )
    assert headings[:3] == [0.0, 3.1, 0.0]
    assert outcome.found


def test_a_remembered_object_is_gone_to_without_exploring(remembered):
    kettle = remembered(position=(1.5, 3.5, 0.9))
    (outcome,) = search(DrawnWorld([kettle], [replace(kettle, last_seen_ns=1)], frontiers=((8.5, 2.0), (8.5, 3.0))))
    assert outcome.found
    assert outcome.path_length_m < 1.5


class InattentiveWorld(DrawnWorld):
    """misses: the looks, by number from 1, that show nothing at all."""

    def __init__(self, *args, misses=(), **more):
        super().__init__(*args, **more)
        self.misses = set(misses)

    def look(self):
        shown, self.things = self.things, [] if self.looks + 1 in self.misses else self.things
        seen = super().look()
        self.things = shown
        return seen


def test_what_is_overlooked_from_near_is_looked_at_again_before_it_is_looked_for_from_elsewhere(remembered):
    kettle = remembered(position=(3.5, 2.0, 0.9))
    attentive = InattentiveWorld([kettle], [replace(kettle, last_seen_ns=1)])
    search(attentive)
    tired = InattentiveWorld([kettle], [replace(kettle, last_seen_ns=1)], misses=[attentive.looks])
    (outcome,) = search(tired)
    assert outcome.found
    assert tired.looks == attentive.looks + 1


def test_what_was_given_up_is_looked_for_again_once_it_is_seen_again(remembered):
    # Looked for in vain from every side; then the robot goes on, and it shows in passing.
    kettle = remembered(position=(4.0, 2.0, 0.9))
    tired = InattentiveWorld([kettle], [replace(kettle, last_seen_ns=1)], misses=range(1, 11))
    (outcome,) = search(tired, places_before_rejection=2)
    assert outcome.found


def test_the_robot_goes_nearer_to_what_it_knows_only_roughly(remembered):
    kettle = remembered(position=(6.0, 2.0, 0.9))
    ends = []
    for deviation_m in (0.0, 0.1):
        known = replace(kettle, deviation_m=deviation_m)
        (outcome,) = search(DrawnWorld([known], [replace(known, last_seen_ns=1)]))
        assert outcome.found
        ends.append(outcome.pose.x)
    assert ends[1] > ends[0] + 0.1


def test_a_thing_behind_what_seems_a_wall_is_found_where_it_is_seen_past_it(remembered):
    # All around the table that the kettle stands on seems to be wall; the robot can drive there, and sees it.
    kettle = remembered(position=(5.0, 3.5, 0.9))
    world = DrawnWorld([kettle], [replace(kettle, last_seen_ns=1)], frontiers=())
    world.grid.cells[32:38, 46:55] = OCCUPIED
    walls = replace(world.grid, cells=world.grid.cells.copy())
    walls.cells[23:40, 38:63] = OCCUPIED
    world.walls = walls
    (outcome,) = search(world)
    assert outcome.found


@pytest.mark.parametrize(("height_m", "stands_for_it"), [(0.02, False), (1.8, True)])
def test_what_a_thing_stands_in_stands_for_it_and_what_it_stands_on_does_not(remembered, height_m, stands_for_it):
    # A wall at y = 2.8 is between; what holds the kettle reaches to the robot's side of it.
    holder = remembered("holder_1", "shelf", position=(4.0, 2.5, height_m / 2), size=(2.0, 1.6, height_m))
    kettle = remembered(position=(4.0, 3.2, 0.9), support_id="holder_1")
    world = DrawnWorld([kettle, holder], [replace(kettle, last_seen_ns=1), holder], frontiers=())
    walls = replace(world.grid, cells=world.grid.cells.copy())
    walls.cells[28, 1:50] = OCCUPIED
    world.walls = walls
    (outcome,) = search(world)
    assert outcome.found
    assert (outcome.pose.y < 2.9 and outcome.pose.x < 4.0) == stands_for_it


def test_what_is_far_in_a_low_shelf_is_found_where_it_was_seen_on_the_way(remembered):
    cup = remembered(position=(8.0, 3.4, 0.1))
    shelf = remembered("shelf_1", category="shelf", position=(8.0, 3.3, 0.25), size=(1.0, 0.8, 0.5))
    for shelves, is_found in (([shelf], True), ([], False)):
        world = LowShelf([cup, *shelves], [replace(one, last_seen_ns=1) for one in (cup, *shelves)], frontiers=())
        (outcome,) = search(world)
        assert outcome.found == is_found


class LowShelf(DrawnWorld):
    """What stands far in a shelf is not seen from beside it."""

    def look(self):
        cup = self.memory["kettle_1"]
        drawn = super().look()
        if math.dist(cup.position[:2], (self.here.x, self.here.y)) < 1.5:
            self.memory["kettle_1"] = cup
        return drawn


@pytest.mark.parametrize(("likely", "is_found"), [(0.2, True), (0.96, False)])
def test_what_was_found_nowhere_may_be_what_looks_like_it_and_is_called_something_doubtful(
    remembered, likely, is_found
):
    pink = {"attributes": (("color", "pink"),), "labels": (("lamp", likely),), "size": (0.2, 0.35, 0.2)}
    world = DrawnWorld(
        [remembered("lamp_1", category="lamp", position=(3.0, 3.5, 0.9), caption="a pink lamp", **pink)], frontiers=()
    )
    (outcome,) = search(world, "find the pink towel")
    assert outcome.found == is_found
    if is_found:
        assert outcome.certainty == pytest.approx(0.67, abs=0.01)
        assert "looks like a pink lamp" in outcome.message


class StubbornFrontier(DrawnWorld):
    """One frontier that stays whatever is looked at: from x = 2.5 m on, its middle at 6.5 m."""

    def look(self):
        return replace(super().look(), frontiers=(Frontier(0, np.array([(6.5, 2.0)]), (2.5, 2.0), 2.0),))


def test_a_frontier_that_looks_from_its_edge_leave_is_entered(remembered):
    (outcome,) = search(StubbornFrontier([remembered(position=(6.0, 2.0, 0.9))]))
    assert outcome.found


def test_a_frontier_that_stays_whatever_is_done_is_given_up():
    (outcome,) = search(StubbornFrontier([]))
    assert not outcome.found
    assert "explored" in outcome.message


def test_what_memory_holds_but_is_gone_is_not_claimed_to_be_found(remembered):
    ghost = remembered(position=(4.0, 2.0, 0.9), seen_ns=1)
    (outcome,) = search(DrawnWorld([], [ghost]))
    assert not outcome.found
    assert "explored" in outcome.message


def test_a_ghost_is_given_up_for_the_real_one(remembered):
    ghost = remembered("kettle_1", position=(2.5, 2.0, 0.9), seen_ns=1)
    real = remembered("kettle_2", position=(8.5, 2.0, 0.9))
    (outcome,) = search(DrawnWorld([real], [ghost]))
    assert outcome.found
    assert outcome.target.object_id == "kettle_2"


def test_a_poor_match_is_not_gone_to(remembered):
    cup = remembered(position=(2.0, 2.0, 0.9), match=0.4)
    (outcome,) = search(DrawnWorld([cup], [cup], frontiers=()))
    assert not outcome.found


def test_what_stands_behind_a_wall_is_not_found(remembered):
    kettle = remembered(position=(8.0, 2.0, 0.9), seen_ns=1)
    (outcome,) = search(DrawnWorld([kettle], [kettle], frontiers=(), blocked=True))
    assert not outcome.found


def test_steps_run_out(remembered):
    world = DrawnWorld([], frontiers=((8.5, 2.0),))
    (outcome,) = search(world, max_steps_per_goal=2)
    assert (outcome.found, outcome.steps, outcome.message) == (False, 2, "not found within 2 steps")


def test_a_cancel_ends_the_goal_and_leaves_out_the_rest(remembered):
    world = DrawnWorld([remembered(position=(8.0, 2.0, 0.9))], cancel_after=2)
    outcomes = search(world, "find the kettle, then the bed")
    assert [(outcome.goal, outcome.found, outcome.message) for outcome in outcomes] == [("kettle", False, "canceled")]


def test_the_second_goal_uses_what_the_first_showed(remembered):
    kettle = remembered(position=(8.5, 2.0, 0.9))
    bed = remembered("bed_1", category="bed", position=(5.0, 3.5, 0.3))
    outcomes = search(DrawnWorld([kettle, bed]), "find the kettle, then the bed")
    assert [outcome.found for outcome in outcomes] == [True, True]
    assert outcomes[1].path_length_m == pytest.approx(3.0, abs=1.5)


def test_what_is_too_high_to_be_seen_from_beside_it_was_seen_on_the_way(remembered):
    hat = remembered(position=(8.0, 2.0, 1.9))

    class FromAfar(DrawnWorld):
        """Things out of view from less than a metre and a half."""

        def look(self):
            seen = super().look()
            for thing in self.things:
                if math.dist(thing.position[:2], (self.here.x, self.here.y)) < 1.5:
                    self.memory[thing.object_id] = self.before[thing.object_id]
            self.before = dict(self.memory)
            return seen

    assert search(FromAfar([hat]))[0].found
    assert not search(FromAfar([replace(hat, position=(8.0, 2.0, 0.9))]))[0].found


HOUR_NS = 3_600_000_000_000


def known_hall(remembered, seen_ns, kettle=(8.5, 2.4, 0.9)):
    """Explored hours ago: a table at each end, and a kettle that memory still has on the nearer one."""
    near = remembered("table_1", "table", (2.5, 2.0, 0.4), caption="a table", size=(0.6, 0.6, 0.8), seen_ns=seen_ns)
    far = replace(near, object_id="table_2", position=(8.5, 2.0, 0.4))
    ghost = remembered("kettle_1", position=(2.5, 2.4, 0.9), seen_ns=seen_ns)
    really = remembered("kettle_2", position=kettle)
    world = DrawnWorld([near, far, really], [near, far, ghost], frontiers=())
    world.now = 5 * HOUR_NS
    return world


def test_in_a_known_home_it_looks_again_where_nobody_has_looked_for_long(remembered):
    (outcome,) = search(known_hall(remembered, seen_ns=HOUR_NS))
    assert (outcome.found, outcome.target and outcome.target.object_id) == (True, "kettle_2")


@pytest.mark.parametrize("policy", ["nearest", "random"])
def test_so_do_those_who_do_not_weigh(remembered, policy):
    (outcome,) = search(known_hall(remembered, seen_ns=HOUR_NS), policy=policy)
    assert outcome.found


def test_what_lies_nowhere_is_given_up_once_everything_was_looked_at_again(remembered):
    world = known_hall(remembered, seen_ns=HOUR_NS, kettle=(50.0, 2.0, 0.9))
    (outcome,) = search(world)
    assert (outcome.found, "explored" in outcome.message) == (False, True)
    assert outcome.path_length_m > 5


def test_who_only_goes_there_does_not_look_elsewhere(remembered):
    explorer = Explorer(Config(), known_hall(remembered, seen_ns=HOUR_NS), lambda goal, category: 0.5)
    (outcome,) = explorer.search_all(parse_instruction("find the kettle"), task=Task(only_there=True))
    assert (outcome.found, outcome.message) == (False, "it is not there any more")


def test_somebody_who_went_elsewhere_is_looked_for_after_minutes(remembered):
    world = known_hall(remembered, seen_ns=5 * HOUR_NS - HOUR_NS // 6, kettle=(50.0, 2.0, 0.9))
    anna = remembered("Anna", "Anna", (2.5, 2.4, 0.9), caption="Anna", seen_ns=5 * HOUR_NS - HOUR_NS // 6)
    world.memory["Anna"] = replace(anna, category="person")
    world.things.append(replace(anna, category="person", position=(7.5, 2.6, 0.9)))
    world.retrieve = lambda query: RetrievalResult(query, (), tuple(
        thing for thing in world.memory.values() if thing.caption.lower() == query))  # fmt: skip
    (outcome,) = search(world, "find Anna")
    assert outcome.found


def test_where_it_cannot_drive_on_it_goes_around(remembered):
    """A glass pane in the middle of the hall, which no map shows."""
    world = DrawnWorld([remembered(position=(8.0, 2.0, 0.9))])
    drive = world.navigate

    def navigate(pose):
        crosses = min(world.here.x, pose.x) < 5.0 <= max(world.here.x, pose.x)
        meets_pane = crosses and 1.6 < (world.here.y + pose.y) / 2 < 2.4
        return False if meets_pane else drive(pose)

    world.navigate = navigate
    (outcome,) = search(world)
    assert outcome.found


def test_a_way_that_was_driven_before_is_tried_when_the_map_has_closed_it(remembered):
    """The wall in the middle came into the map after the robot had been on the other side."""
    kettle = remembered(position=(8.0, 2.0, 0.9))
    world = DrawnWorld([kettle], [replace(kettle, last_seen_ns=1)], frontiers=(), blocked=True)
    (outcome,) = search(world)
    assert not outcome.found
    world = DrawnWorld([kettle], [replace(kettle, last_seen_ns=1)], frontiers=(), blocked=True)
    world.trail = [(1.0 + 0.2 * k, 2.0) for k in range(35)]
    (outcome,) = search(world)
    assert outcome.found


def test_a_robot_whose_corrected_pose_lies_in_an_obstacle_finds_out_of_it(remembered):
    """Its pose was corrected by half a metre: what it drove lies beside, and around it the map has an obstacle."""
    kettle = remembered(position=(8.0, 2.0, 0.9))
    world = DrawnWorld([kettle], [replace(kettle, last_seen_ns=1)], frontiers=())
    world.grid.cells[14:26, 6:16] = OCCUPIED
    world.trail = [(1.6 + 0.2 * k, 2.0) for k in range(20)]
    (outcome,) = search(world)
    assert outcome.found


class DoubtingWorld(DrawnWorld):
    """What is seen from farther than 1.5 m may be there or not: nearness shows what `truth` says, by id."""

    def __init__(self, things, truth, **more):
        super().__init__(things, **more)
        self.truth = truth

    def look(self):
        planning_map = super().look()
        for name, thing in self.memory.items():
            near = math.dist(thing.position[:2], (self.here.x, self.here.y)) < 1.5
            existence = self.truth[name] if near else 0.3
            self.memory[name] = replace(thing, existence=existence, match=1.0 if existence >= 0.5 else existence)
        return planning_map


def test_what_may_be_there_is_looked_at_closer_and_claimed_once_it_is_sure(remembered):
    kettle = remembered(position=(3.5, 2.0, 0.9))
    world = DoubtingWorld([kettle], {"kettle_1": 0.95}, frontiers=((8.5, 2.0),))
    (outcome,) = search(world)
    assert outcome.found
    assert outcome.certainty == pytest.approx(0.95)
    assert outcome.path_length_m < 3.0


def test_a_phantom_is_not_claimed_and_the_search_goes_on_to_the_real_one(remembered):
    phantom, real = (
        remembered("kettle_1", position=(3.5, 2.0, 0.9)),
        remembered("kettle_2", position=(8.0, 2.0, 0.9)),
    )
    (outcome,) = search(DoubtingWorld([phantom, real], {"kettle_1": 0.02, "kettle_2": 0.9}))
    assert (outcome.found, outcome.target.object_id) == (True, "kettle_2")


def test_what_stays_doubtful_is_not_claimed(remembered):
    (outcome,) = search(DoubtingWorld([remembered(position=(3.5, 2.0, 0.9))], {"kettle_1": 0.4}, frontiers=()))
    assert (outcome.found, outcome.certainty) == (False, 0.0)


class HomeOfHabits(DrawnWorld):
    """Eight hours after it was seen. usual: what memory's graph tells of kettles."""

    usual = (
        UsualPlace("on", "shelf_1", "shelf", "hall", 8, 10, 0.73),
        UsualPlace("on", "desk_1", "desk", "hall", 2, 10, 0.18),
    )

    def __init__(self, *args, **more):
        super().__init__(*args, **more)
        self.here, self.now = Pose2D(5.0, 2.0, 0.0), 8 * 3600 * 10**9

    def retrieve(self, query):
        return replace(super().retrieve(query), usual_places=self.usual)


@pytest.mark.parametrize(
    ("seen_ns", "usual", "first"),
    [
        (1, HomeOfHabits.usual, "west"),  # long ago on the desk, and most times on the shelf
        (1, (), "east"),
        (8 * 3600 * 10**9 - 60 * 10**9, HomeOfHabits.usual, "east"),  # a minute ago
        (1, (replace(HomeOfHabits.usual[1], times=8, certainty=0.73),), "east"),
    ],
)
def test_what_was_seen_long_ago_is_first_looked_for_where_it_usually_is(remembered, seen_ns, usual, first):
    desk = remembered("desk_1", category="desk", position=(8.5, 2.0, 0.4), size=(0.8, 0.8, 0.8))
    shelf = remembered("shelf_1", category="shelf", position=(1.5, 2.0, 0.4), size=(0.8, 0.8, 0.8))
    kettle = remembered(position=(1.5, 2.0, 0.9), support_id="shelf_1", support_relation="on")
    known = [replace(one, last_seen_ns=seen_ns) for one in (desk, shelf)]
    known.append(replace(kettle, position=(8.5, 2.0, 0.9), support_id="desk_1", last_seen_ns=seen_ns))
    world, ways = HomeOfHabits([desk, shelf, kettle], known, frontiers=()), []
    world.usual = usual
    explorer = Explorer(Config(), world, lambda goal, category: 0.5)
    explorer.search_all(parse_instruction("find the kettle"), lambda step: ways.append(step.decision.pose))
    assert ("west" if ways[0].x < 5.0 else "east") == first
