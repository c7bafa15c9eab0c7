"""What was read, said plainly: by the roles alone, whoever found them."""

# ruff: noqa: E501
import pytest
from marked_words import said

from embodied_memory.words.plain_words import plain_reminder, plain_request


@pytest.mark.parametrize(
    ("marked", "plain"),
    [
        ("would you be a dear and [deed: fetch] [theme: my glasses] from [source: the hall], love", ("fetch my glasses from the hall",)),
        ("[deed: turn] [theme: that radio] [deed: down], I can't think", ("turn that radio down",)),
        ("[theme: The stapler], please, [deed: hand] [recipient: me] [theme: that].", ("hand me the stapler",)),
        ("it's raining and [theme: the washing] is out, [deed: bring] [theme: it] [deed: in]", ("bring the washing in",)),
        ("[deed: fetch] [theme: the lead] and [deed: bring] [theme: it] to [recipient: dad]", ("fetch the lead", "bring it to dad")),
        ("I could use [theme: my glasses]", ("bring me my glasses",)),
        ("[deed: shut] [theme: the window] [time: now] please", ("shut the window now",)),
        ("[deed: shut] [theme: the window] [time: at eight]", ()),
        ("[deed: shut] [theme: the window] [time: for ten minutes]", ()),
        ("[theme: That scarf], [deed: bring] [theme: it] [time: for the morning]", ("bring that scarf for the morning",)),
        ("[theme: Tom's scarf], [deed: bring] [theme: it]", ("bring Tom's scarf",)),
        ("[condition: if it rains] [deed: shut] [theme: the window]", ()),
        ("[not: never] [deed: shut] [theme: the window]", ()),
        ("You needn't [deed: bring] [theme: the blanket]", ()),
        ("[theme: it], or [theme: that one]", ()),
        ("nothing at all", ()),
    ],
)  # fmt: skip
def test_requests(marked, plain):
    assert plain_request(said(marked)) == plain


def test_what_is_named_is_wanted_here_unless_something_else_is_to_be_done_with_it():
    assert plain_request(said("mind [theme: that vase]")) == ("bring me that vase",)
    assert plain_request(said("mind [theme: that vase]", ["bring"])) == ("bring me that vase",)
    assert plain_request(said("mind [theme: that vase]", ["other"])) == ()


@pytest.mark.parametrize(
    ("marked", "plain"),
    [
        ("I'd like to be [deed: reminded] to [content: stretch] [time: every hour].", "remind me to stretch every hour"),
        ("[time: At four], [content: physio]. [deed: Remind] [person: me], please.", "remind me about physio At four"),
        ("[deed: remind] [person: Emil] of [content: the fiver]", "remind Emil of the fiver"),
        ("[person: I] need nagging about [content: weighing the cat] [time: at ten]", "remind me about weighing the cat at ten"),
        ("[deed: remind] [person: me] to [content: phone] [content: the club] [time: at nine]", "remind me to phone the club at nine"),
        ("I must [content: ring the vet], [deed: remind] [person: me]", "remind me to ring the vet"),
        ("[time: At eight] [deed: remind] [person: me] [content: of my eye drops]", "remind me of my eye drops At eight"),
        ("don't forget to [content: water] [theme: the plants] [time: tomorrow]", "remind me to water the plants tomorrow"),
        ("[condition: When Ann gets in], [content: that gas bill]", "remind me about that gas bill when Ann gets in"),
        ("[deed: remind] [person: me] [content: that Ann rang]", "remind me that Ann rang"),
        ("[deed: remind] [person: me]", ""),
    ],
)  # fmt: skip
def test_reminders(marked, plain):
    assert plain_reminder(said(marked)) == plain
