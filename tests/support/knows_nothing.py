"""Talk with a robot that knows nothing but people's names."""

from embodied_memory.config import DialogConfig, PermissionConfig
from embodied_memory.dialog.dialog_manager import DialogManager
from embodied_memory.event import Utterance
from embodied_memory.planning.skill_call import Permissions
from embodied_memory_tools.language.knows_nothing import KnowsNothing


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
