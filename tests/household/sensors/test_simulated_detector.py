"""A detector errs as its model says, and never tells which thing it was."""

import numpy as np
import pytest

from household.renderer import Renderer
from household.sensors.detector_model import DetectorModel
from household.sensors.simulated_detector import SimulatedDetector
from household.sensors.wrong_names import WrongNames

VIEWS = 60


@pytest.fixture
def scene(home, small_camera, camera_at):
    """(home, entity_of, a view of many things)."""
    renderer = Renderer(home)
    x, y, _ = home.start_pose
    pictures = [renderer.render(camera_at(x, y, yaw), small_camera) for yaw in np.arange(12) * np.pi / 6]
    return home, renderer.entity_of, max(pictures, key=lambda picture: len(np.unique(picture.ids)))


@pytest.fixture
def detect(scene, small_camera):
    """detect(model, views): what it makes of the same view again and again."""
    home, entity_of, picture = scene

    def run(model, views=VIEWS, seed=0):
        detector = SimulatedDetector(model, home, entity_of, seed, np.random.default_rng(seed))
        return [detector.detected(picture, small_camera) for _ in range(views)]

    return run


@pytest.fixture
def shown(scene):
    """By category, what the view shows on enough pixels: (instance, pixels)."""
    _, _, picture = scene
    counts = np.bincount(picture.ids.ravel())
    return {label.instance: (label.category, int(counts[label.instance])) for label in picture.labels
            if label.instance < len(counts) and counts[label.instance] >= 12}  # fmt: skip


def test_without_faults_it_hands_on_what_there_is(detect, scene):
    (seen,) = detect(DetectorModel(), 1)
    assert (seen.ids is scene[2].ids, seen.labels) == (True, scene[2].labels)


def test_its_recall_is_the_share_that_it_finds(detect, shown):
    found = np.mean([len(seen.labels) for seen in detect(DetectorModel(recall=0.7))]) / len(shown)
    assert found == pytest.approx(0.7, abs=0.06)


def test_small_things_are_found_less_often(detect, shown):
    seen = detect(DetectorModel(half_recall_px=200.0))
    sizes = [size for view in seen for size in np.bincount(view.ids.ravel())[1:]]
    expected = sum(count / (count + 200) for _, count in shown.values())
    assert len(sizes) / VIEWS == pytest.approx(expected, rel=0.1)


def test_what_is_seen_edge_on_is_found_less_often(detect, shown):
    assert np.mean([len(seen.labels) for seen in detect(DetectorModel(oblique_loss_share=1.0))]) < 0.9 * len(shown)


def test_masks_are_those_of_things_and_numbers_say_nothing(detect, scene):
    _, _, picture = scene
    categories = {label.instance: label.category for label in picture.labels}
    numbered = set()
    for seen in detect(DetectorModel(recall=0.999), 10):
        for label in seen.labels:
            behind = np.unique(picture.ids[seen.ids == label.instance])
            assert len(behind) == 1
            assert categories[behind[0]] == label.category
            numbered.add((int(behind[0]), label.instance))
    assert len(numbered) > 5 * len({thing for thing, _ in numbered})


def test_boxes_come_without_any_pixel_and_shake_by_a_share_of_their_size(detect, scene):
    assert all(not seen.ids.any() for seen in detect(DetectorModel(masks=False), 2))
    _, _, picture = scene
    height, width = picture.ids.shape
    still = {label.caption: label.box for label in detect(DetectorModel(masks=False), 1)[0].labels}
    limits = np.array([15, 15, 15 - width, 15 - height])
    inside = {
        caption
        for caption, box in still.items()
        if (np.array(box) * (1, 1, -1, -1) > limits).all() and box[2] - box[0] > 10
    }
    assert inside
    shares = []
    for seen in detect(DetectorModel(masks=False, box_jitter_share=0.1), 200):
        for label in seen.labels:
            if label.caption in inside and sum(label.caption == one.caption for one in seen.labels) == 1:
                left, _, right, _ = still[label.caption]
                shares.append((label.box[0] - left) / (right - left))
    assert np.std(shares) == pytest.approx(0.1, rel=0.25)


def test_names_flicker_in_the_share_that_is_asked_for_and_are_others_each_time(detect, shown):
    names = sorted(category for category, _ in shown.values())
    wrong = []
    for seen in detect(DetectorModel(flicker_share=0.2)):
        left = list(names)
        for label in seen.labels:
            left.remove(label.category) if label.category in left else wrong.append(label.category)
    assert len(wrong) / (VIEWS * len(names)) == pytest.approx(0.2, abs=0.05)
    assert len(set(wrong)) > 10


def test_names_that_stick_are_the_same_in_every_view_and_for_every_robot_of_a_seed(detect):
    model = DetectorModel(sticking_share=0.5, masks=False)
    views = [sorted(label.category for label in seen.labels) for seen in detect(model, 5) + detect(model, 5)]
    assert all(view == views[0] for view in views)
    assert views[0] != sorted(label.category for label in detect(model, 1, seed=1)[0].labels)


def test_the_share_of_things_with_a_name_that_sticks_is_as_asked_for(home):
    names = [WrongNames(home, 1.6, seed).sticking_to(e.entity_id, e.category, 0.1) == e.category
             for seed in range(20) for e in home.world.entities.values()]  # fmt: skip
    assert 1 - np.mean(names) == pytest.approx(0.1, abs=0.02)


def test_a_thing_is_taken_for_something_of_its_size(home):
    names, rng = WrongNames(home, 1.6, 0), np.random.default_rng(0)
    sizes = {e.category: max(e.size) for e in home.world.entities.values()}
    instead = [names.instead_of("mug", rng) for _ in range(300)]
    assert "mug" not in instead
    assert np.median([sizes.get(name, 0.2) for name in instead]) < 0.35


def test_a_wrong_name_leaves_only_the_colour(detect):
    for label in detect(DetectorModel(flicker_share=1.0), 1)[0].labels:
        color = dict(label.attributes).get("color", "")
        assert set(dict(label.attributes)) <= {"color"}
        assert label.caption.split(maxsplit=1)[1] == f"{color} {label.category}".strip()


def test_ghosts_come_as_often_as_asked_for(detect, shown):
    seen = detect(DetectorModel(ghosts_per_view=0.3), 300)
    assert np.mean([len(view.labels) - len(shown) for view in seen]) == pytest.approx(0.3, abs=0.08)


def test_truncated_things_have_fewer_pixels(detect, shown):
    whole = sum(count for _, count in shown.values())
    cut = np.mean([np.count_nonzero(seen.ids) for seen in detect(DetectorModel(truncated_share=1.0), 20)])
    assert 0.4 * whole < cut < 0.85 * whole


def test_scores_are_higher_for_what_is_right_and_overlap_with_what_is_not(detect, shown):
    names = {category for category, _ in shown.values()}
    model = DetectorModel(flicker_share=0.3, ghosts_per_view=1.0, scores=True)
    labels = [label for seen in detect(model) for label in seen.labels]
    right = np.array([label.score for label in labels if label.category in names])
    wrong = np.array([label.score for label in labels if label.category not in names])
    assert right.mean() > wrong.mean() + 0.1
    assert np.quantile(right, 0.1) < np.quantile(wrong, 0.9)
    assert min(right.min(), wrong.min()) >= 0.3
