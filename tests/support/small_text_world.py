"""A world of three rooms that answers commands as TextWorld's games do: a coin in a chest behind a locked gate."""

from __future__ import annotations

HALL = "You are in a hall. A typical one.\n\nYou make out a bench. On the bench you see a pebble.\n\n"
ATTIC = "You've entered an attic.\n\n{box}\n\nThere is an unguarded exit to the south.\n\n{note}"
VAULT = "You've entered a vault.\n\nYou can see a closed iron chest.\n\nThere is an open oak gate leading west."


class SmallTextWorld:
    """opening: the task; note: what a note in the attic says, if there is one. The key is in a box in the attic."""

    def __init__(self, opening="", note=""):
        self.opening, self.note = opening, note
        self.here, self.gate, self.opened, self.carried = "hall", "locked", set(), set()
        self.commands = []

    @property
    def is_won(self):
        return "coin" in self.carried

    def begin(self):
        return f"{self.opening}\n\n{self._room()}"

    def step(self, command):
        """What is said; the rules are the few that are needed."""
        self.commands.append(command)
        known = {
            "look": lambda: self._room(),
            "inventory": lambda: f"You are carrying: {', '.join(f'a {one}' for one in sorted(self.carried))}."
            if self.carried else "You are carrying nothing.",
            "go north": lambda: self._go("hall", "attic"),
            "go south": lambda: self._go("attic", "hall"),
            "go east": lambda: self._go("hall", "vault") if self.gate == "open" else "You have to open it first.",
            "go west": lambda: self._go("vault", "hall"),
            "open box": lambda: self._open("attic", "box", "an oak key"),
            "open iron chest": lambda: self._open("vault", "iron chest", "a coin"),
            "take oak key from box": lambda: self._take("attic", "oak key", "box"),
            "take coin from iron chest": lambda: self._take("vault", "coin", "iron chest"),
            "unlock oak gate with oak key": self._unlock,
            "open oak gate": self._open_gate,
            "examine note": lambda: self.note if self.here == "attic" else "You can't see any such thing.",
        }  # fmt: skip
        return known.get(command, lambda: "That's not a verb I recognise.")()

    def _room(self):
        gate = "an open" if self.gate == "open" else "a closed"
        ways = f"There is {gate} oak gate leading east. There is an unguarded exit to the north."
        box = "You see a box. The box is empty, what a horrible day!" if "oak key" in self.carried else (
            "You see a box. The box contains an oak key." if "box" in self.opened else "You see a closed box."
        )  # fmt: skip
        note = "There is a note on the floor." if self.note else ""
        texts = {"hall": HALL + ways, "attic": ATTIC.format(box=box, note=note), "vault": VAULT}
        return f"-= {self.here.title()} =-\n{texts[self.here]}"

    def _go(self, start, goal):
        if self.here != start:
            return "You can't go that way."
        self.here = goal
        return self._room()

    def _open(self, room, thing, inside):
        if self.here != room:
            return "You can't see any such thing."
        self.opened.add(thing)
        return f"You open the {thing}, revealing {inside}."

    def _take(self, room, thing, holder):
        if self.here != room or holder not in self.opened:
            return "You can't see any such thing."
        self.carried.add(thing)
        return f"You take the {thing} from the {holder}." + ("\n\n*** The End ***" if self.is_won else "")

    def _unlock(self):
        if self.here != "hall" or "oak key" not in self.carried:
            return "You can't see any such thing."
        self.gate = "closed"
        return "(the oak gate with the oak key)\nYou unlock oak gate."

    def _open_gate(self):
        if self.gate == "locked":
            return "You have to unlock the oak gate with the oak key first."
        self.gate = "open"
        return "You open oak gate."
