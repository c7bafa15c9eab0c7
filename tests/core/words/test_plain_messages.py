"""Messages, said plainly: by the roles alone, whoever found them."""

# ruff: noqa: E501
import pytest
from marked_words import said

from embodied_memory.words.plain_messages import is_for_who_asks, plain_message


@pytest.mark.parametrize(
    ("marked", "plain"),
    [
        ("could you [deed: pass on to] [person: Nina] that [content: her teacher called]?", "tell Nina: her teacher called"),
        ("[deed: Ask] [person: Dad] [content: if he's taking the car].", "ask Dad: if he's taking the car"),
        ("[deed: Say] it to [person: Hosea], that he makes it off before bed.", "tell Hosea: he makes it off before bed"),
        ("Message for [person: Tom][content: . Home] [time: by six], please.", "tell Tom: Home by six"),
        ("[deed: Say] that [content: dinner is] ready to [person: Tom]", "tell Tom: dinner is ready"),
        ("[deed: tell] [person: Tom] [content: I'm out], and [deed: shut] [theme: the window]", "tell Tom: I'm out"),
        ("[deed: Tell] [person: Bram] [content: that] [content: supper is ready]", "tell Bram: supper is ready"),
        ("[deed: tell] [person: Dad] [content: about the maths] for me, I can't face it", "tell Dad: about the maths"),
        ("[deed: tell] [person: Dad]", ""),
        ("say that [content: it rains]", ""),
        ("Ask [person: Mrs Gray] [content: whether she has the letter], would you?", "ask Mrs Gray: whether she has the letter"),
        ("[content: the rent is in], let [person: your father] know", "tell your father: the rent is in"),
        ("When Priya comes, say [content: hello] and [content: would she like a Fanta]", "tell Priya: hello, would she like a Fanta"),
        ("Tell them all [content: supper's ready]", "tell everybody: supper's ready"),
        ("[condition: If she asks], tell [person: Ann] [content: I'm out]", "tell Ann: I'm out"),
        ("Has [person: Tom] gone? Then say to [person: Ann] [content: it's hers]", "tell Ann: it's hers"),
        ("[content: He can have it], tell him", "tell him: He can have it"),
        ("Tell [person: Ann] [content: to] [content: ring Jo] [condition: before she leaves]", "tell Ann: to ring Jo before she leaves"),
        ("Tell [person: Ann] [content: to ring Jo] [condition: when she comes in]", "tell Ann: to ring Jo"),
        ("[condition: When you see Ann], say [content: Jo rang]", "tell Ann: Jo rang"),
    ],
)  # fmt: skip
def test_messages(marked, plain):
    assert plain_message(said(marked)) == plain


def test_what_is_only_for_who_asks():
    assert is_for_who_asks(said("If Mum asks where I am, say [content: I'm at the library]"))
    assert is_for_who_asks(said("should [person: Tom] want to know, [content: I ate it]"))
    assert not is_for_who_asks(said("When she comes, ask [person: her] [content: if she wants tea]"))
