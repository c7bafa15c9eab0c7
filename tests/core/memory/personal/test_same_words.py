"""The same words of the same person are one reading, whenever and however politely they were said."""

from hypothesis import given
from hypothesis import strategies as st

from embodied_memory.act_trace import ActStep, ActTrace
from embodied_memory.memory.personal.personal_memory import PersonalMemory
from embodied_memory.memory.personal.personal_store import SameWords

TRACE = ActTrace((ActStep("", "Pick", ("cup_1",), ""),))
memories = st.builds(
    PersonalMemory,
    record_id=st.integers(1, 30),
    person=st.sampled_from(["Anna", "anna", "Tom"]),
    stamp_ns=st.integers(0, 5),
    scene=st.sampled_from(["", "flat"]),
    text=st.sampled_from(["bring my cup", "Robot, please bring my cup!", "bring my hat", "!", "?"]),
    trace=st.sampled_from([ActTrace(), TRACE]),
)
lives = st.lists(memories, max_size=12, unique_by=lambda memory: memory.record_id)


def same_words_of(life):
    same = SameWords()
    for memory in life:
        same.add(memory)
    return same


def words_of(memory):
    plain = memory.text.lower().removeprefix("robot, please ").rstrip("!") or memory.text
    return memory.scene, memory.person.lower(), plain


@given(lives)
def test_one_of_each_is_recalled_the_latest_with_a_trace(life):
    def told(memory):
        return bool(memory.trace.steps), memory.stamp_ns, memory.record_id

    best = {}
    for memory in sorted(life, key=told):
        best[words_of(memory)] = memory.record_id
    assert same_words_of(life).recalled() == {*best.values()}


@given(lives, st.randoms(use_true_random=False))
def test_what_is_removed_is_as_if_it_had_never_been(life, random):
    gone = random.sample(life, random.randint(0, len(life)))
    same = same_words_of(life)
    for memory in gone:
        same.remove(memory)
        same.remove(memory)
    left = [memory for memory in life if memory not in gone]
    fresh = same_words_of(left)
    assert same.recalled() == fresh.recalled()
    assert [same.of(memory) for memory in life] == [fresh.of(memory) for memory in life]
