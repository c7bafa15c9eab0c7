"""A memory for the dialog that knows nothing but people's names."""

from embodied_memory.config import DialogConfig, PermissionConfig
from embodied_memory.dialog.dialog_manager import DialogManager
from embodied_memory.event import Utterance
from embodied_memory.evidence import Answer
from embodied_memory.planning.permissions import Permissions


class KnowsNothing:
    """A `DialogMemory`. people: names in lower case."""

    def __init__(self, people=()):
        self._people = frozenset(people)

    def answer(self, question, asker=""):
        return Answer(question, "I do not know.", False, 0.0)

    def said_by(self, about, person):
        return ""

    def forget_said(self, words, person):
        return False

    def give_feedback(self, text, person, about):
        return "All right."

    def recall_personal(self, query, person):
        return ()

    def standing_rules(self):
        return ()

    def promised_deeds(self):
        return ()

    def people(self):
        return self._people


def talking(people, config=None):
    """A talk with a robot that knows nothing but these people, where everybody may everything: hears what is said,
    one second after the other, and gives the reply to the last.
    """
    manager = DialogManager(
        KnowsNothing(people), config or DialogConfig(), Permissions(PermissionConfig(("*: all",)))
    )
    now = [0]

    def hear(*texts, who="Anna"):
        for text in texts:
            now[0] += 10**9
            reply = manager.reply(Utterance(now[0], who, text))
        return reply

    return hear
