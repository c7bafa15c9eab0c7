"""What is told of "the white cushion" is kept though two that look the same were seen: they may be one, moved."""

from embodied_memory.event import Event, EventKind, Provenance

HOUR_S = 3600


def test_what_is_told_later_than_both_were_seen_is_the_answer(memory, build):
    cushion = {"caption": "a white cushion", "color": "white"}
    sofa, desk = build.thing("sofa_1", (0, 0, 0.4), (2, 1, 0.8)), build.thing("desk_1", (5, 0, 0.4), (1, 1, 0.8))
    fridge = build.thing("fridge_1", (5, 5, 0.9), (0.7, 0.7, 1.8), caption="a gray refrigerator", color="gray")
    memory.record(build.instant(0, sofa, fridge, build.thing("cushion_1", (0, 0, 0.9), **cushion)))
    memory.record(build.instant(2 * HOUR_S, desk, build.thing("cushion_2", (5, 0, 0.9), **cushion)))
    text = "I put the white cushion in the gray refrigerator."
    memory.record_event(
        Event(4 * HOUR_S * 10**9, EventKind.UTTERANCE, "Oscar", text, (), "", ("robot",), Provenance.REPORTED)
    )
    answer = memory.answer("Where is the white cushion?")
    assert "in the gray refrigerator" in answer.text
    assert "Oscar" in answer.text
    assert answer.evidence[0].provenance is Provenance.REPORTED
