"""Orders, said plainly: by what is to be done with each thing, whatever the verb."""

# ruff: noqa: E501
from dataclasses import replace

import pytest
from marked_words import said

from embodied_memory.words.plain_orders import is_doable, plainly_ordered
from embodied_memory.words.said import DeedKind, Wanted


@pytest.mark.parametrize(
    ("marked", "kinds", "plain"),
    [
        ("[deed: kill] [theme: the lights in the hall], they hurt", ["off"], ("turn off the lights in the hall",)),
        ("[theme: The radio] can [deed: go off] now", ["off"], ("turn off the radio",)),
        ("[deed: bring] [theme: the mug] to [goal: the hall] and [deed: put] it on [goal: the table]", ["bring"], ()),
        ("[recipient: I]'d murder for [theme: my slippers]", ["bring"], ("bring me my slippers",)),
        ("[deed: Run] [theme: that note] over to [goal: Clive]", ["bring"], ("bring that note to Clive",)),
        ("[deed: Dig] [theme: the jar] out of [source: the shed] for [recipient: us]", ["bring"], ("bring me the jar from the shed",)),
        ("[theme: Those cups] won't walk to [goal: the dishwasher]", ["put"], ("put those cups to the dishwasher",)),
        ("[deed: Stow] [theme: it] in [goal: the wardrobe]", ["put"], ("put it in the wardrobe",)),
        ("[deed: Hang] [theme: it] back where it lives", ["put"], ("put it away",)),
        ("[deed: Take] [theme: the lid] and [deed: pull] [theme: the drawer] open, then [deed: shut] [theme: it]",
         ["bring", "open", "close"], ("bring me the lid", "open the drawer", "close the drawer")),
        ("[deed: Turn] [theme: the lights] [deed: off] [condition: when you're done]", ["off"], ("turn off the lights",)),
        ("[deed: Turn] [theme: the lights] [deed: off] [condition: if nobody is in]", ["off"], ()),
        ("[deed: Get] [theme: the cup], and [deed: put] [theme: the jug] in [goal: the sink]", ["bring", "put"],
         ("bring me the cup", "put the jug in the sink")),
        ("[deed: Grab] [theme: the pack] near [goal: the door]", ["hold"], ("bring me the pack",)),
        ("[deed: Hold] [theme: the pack]", ["hold"], ()),
        ("[deed: Take] [theme: the pack] to [goal: the door]", ["hold"], ()),
        ("[deed: Sweep] [theme: the step]", ["other"], ()),
        ("[deed: Bring] [theme: the cup] and [deed: wash] [theme: it]", ["bring", "other"], ()),
        ("[deed: Lug] [theme: the chairs]", ["put"], ()),
        ("[deed: Kill] [theme: the light] in [source: the hall], it's late", ["off"], ("turn off the light in the hall",)),
        ("[theme: thermos] into [goal: the dishwasher], then [deed: shut] [theme: the thing]", ["put", "close"],
         ("put thermos into the dishwasher", "close the dishwasher")),
        ("[deed: Put] [theme: the pills] in [goal: the cabinet] and [deed: close] [theme: the door on it]",
         ["put", "close"], ("put the pills in the cabinet", "close the cabinet")),
        ("[deed: Take] [theme: the torch] back [goal: where it belongs]", ["put"], ("put the torch away",)),
        ("[deed: Carry] [theme: the vase] to [goal: the table] for [recipient: me]", ["bring"],
         ("put the vase to the table",)),
        ("[deed: Get] [recipient: us] [theme: the glue] and [theme: the tape], and [deed: put] [theme: them both] in [goal: the box]",
         ["bring", "bring", "put"], ("put the glue in the box", "put the tape in the box")),
        ("[deed: Get] [theme: that jumper] off [source: the bed] and [deed: put] [theme: it] away", ["put", "put"],
         ("put that jumper away",)),
        ("nothing at all", [], ()),
    ],
)  # fmt: skip
def test_orders(marked, kinds, plain):
    assert plainly_ordered(said(marked, kinds)) == plain


@pytest.mark.parametrize(("certainty", "plain"), [(0.6, ("put my jug in the fridge",)), (0.9, ("bring me my jug",))])
def test_what_may_as_well_be_put_somewhere_is_not_brought(certainty, plain):
    read = said("[deed: Take] [theme: my jug] in [goal: the fridge]")
    read = replace(read, wanted=(Wanted(DeedKind.BRING, certainty, read.fillers[1]),))
    assert plainly_ordered(read) == plain


def test_what_is_no_work_for_these_hands():
    assert not is_doable(said("[deed: Wipe] [theme: the table]", ["other"]))
    assert not is_doable(said("well then"))
    assert is_doable(said("[deed: turn up] [theme: the heating]", ["up"]))


def test_where_there_is_only_a_place_to_look_in_it_is_gone_to():
    order = said("[deed: Have a look] in [source: the study]")
    deed = order.fillers[0]
    assert plainly_ordered(replace(order, wanted=(Wanted(DeedKind.LOOK, 0.9, deed),))) == ("go to the study",)
    assert plainly_ordered(replace(order, wanted=(Wanted(DeedKind.OTHER, 0.9, deed),))) == ()
    assert plainly_ordered(replace(order, wanted=(Wanted(DeedKind.LOOK, 0.4, deed),))) == ()
