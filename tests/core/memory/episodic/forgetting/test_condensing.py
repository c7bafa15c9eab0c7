"""What is left of goals side by side becomes one, where nothing that they tell is lost by it."""

from dataclasses import replace

from episodic_lives import HOUR, Shelf

from embodied_memory.config import HistoryTreeConfig

_MORNING = ("kitchen", "study", "kitchen", "study", "kitchen")


def _lived(shelf, life, places=_MORNING):
    """Anna in one room after the other, Ben once in the middle: each is a goal of its own in the tree."""
    shelf.tell("always remember what Anna waters")
    for number, place in enumerate(places):
        who = "Ben" if number == 2 else "Anna"
        shelf.add(life.did(8 + number / 4, who, f"watered plant {number} well", f"plant{number}", place=place))
        shelf.add(life.saw(8.1 + number / 4, "lamp", place=place))
    return list(shelf.tree.snapshot().level(3))


def _goals(shelf):
    return [goal for goal in shelf.tree.snapshot().level(3) if not goal.is_forgotten]


def test_goals_that_a_rule_keeps_become_one_that_keeps_their_leaves_and_sentences(shelf, life):
    before = _lived(shelf, life)
    assert len(before) > 2
    kept = {1, 3, 7, 9}
    shelf.forget(8 + 12)  # their own time is not over yet
    assert [goal.node_id for goal in _goals(shelf)] == [goal.node_id for goal in before]
    shelf.forget(8 + 48)
    (goal,) = _goals(shelf)
    tree = shelf.tree.snapshot()
    assert {leaf.record_id for leaf in tree.leaves()} == kept
    assert {deed.text for deed in goal.content.deeds} >= {
        f"Anna watered plant {number} well in the {place}" for number, place in enumerate(_MORNING) if number != 2
    }
    assert (goal.first_ns, goal.last_ns) == (before[0].first_ns, before[-1].last_ns)
    gone = [(each.first_ns, each.last_ns) for each in tree.walk() if each.is_forgotten]
    assert any(first <= 8.5 * HOUR <= last for first, last in gone)  # Ben's deed
    shelf.reopen()
    assert list(shelf.tree.snapshot().nodes) == list(tree.nodes)


def test_goals_stay_apart_where_one_summary_cannot_tell_all_that_they_tell(life):
    shelf = Shelf(replace(HistoryTreeConfig(), summary_words=10))
    before = _lived(shelf, life)
    shelf.forget(8 + 48)
    assert 1 < len(_goals(shelf)) <= len(before)


def test_what_was_done_several_times_is_told_with_each_of_its_times(shelf, life):
    shelf.tell("always remember what Anna waters")
    for number, place in enumerate(_MORNING):
        shelf.add(life.did(8 + number / 4, "Anna", "watered the fern", "fern", place="" if number % 2 else place))
        shelf.add(life.saw(8.1 + number / 4, "lamp", place=place))
    told = {deed.stamp_ns for goal in _goals(shelf) for deed in goal.content.deeds if "fern" in deed.text}
    shelf.forget(8 + 48)
    assert len(told) > 1
    assert {d.stamp_ns for goal in _goals(shelf) for d in goal.content.deeds if "fern" in d.text} == told


def test_goals_of_a_flat_list_stay_apart(life):
    shelf = Shelf(replace(HistoryTreeConfig(), flat=True))
    _lived(shelf, life)
    shelf.forget(8 + 48)
    assert len(_goals(shelf)) > 1


def test_what_is_recorded_late_finds_its_place_among_goals_put_together(shelf, life):
    _lived(shelf, life)
    shelf.forget(8 + 48)
    shelf.add(life.did(8.4, "Anna", "watered the palm", "palm"))
    tree = shelf.tree.snapshot()
    assert 11 in {leaf.record_id for leaf in tree.leaves()}
    assert all(
        child.parent == node.node_id and node.first_ns <= child.first_ns <= child.last_ns <= node.last_ns
        for node in tree.walk() for child in tree.children(node)
    )  # fmt: skip


def test_when_the_rule_goes_what_was_put_together_goes_too(shelf, life):
    _lived(shelf, life)
    shelf.forget(8 + 48)
    shelf.settle(shelf.book.remove(1, "Anna", 0))
    shelf.forget(8 + 49)
    assert (_goals(shelf), list(shelf.tree.snapshot().leaves())) == ([], [])
