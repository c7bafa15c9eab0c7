"""A memory for the dialog that knows nothing but people's names."""

from embodied_memory.evidence import Answer


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

    def people(self):
        return self._people
