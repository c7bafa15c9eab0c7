"""May this person be told this? One place for answers, evidence and summaries."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from embodied_memory.config import DiscretionConfig
from embodied_memory.event import EventKind
from embodied_memory.evidence import Answer
from embodied_memory.memory.discretion.kept_sayings import SayingSorter
from embodied_memory.memory.log.event_log import INSTANT
from embodied_memory.memory.log.piece import Piece
from embodied_memory.words.one_reading import the_reading
from embodied_memory.words.pair_reader import the_name_reader
from embodied_memory.words.plain_messages import plain_message
from embodied_memory.words.said import Role, SayingSort, SpeechAct
from embodied_memory.words.who_is_meant import WhoIsMeant
from embodied_memory.words.wording.phrases import number_word
from embodied_memory.words.wording.words import bare_words, content_stems, split_words

_KEPT = frozenset(SayingSort) - {SayingSort.PLAIN, SayingSort.AWAY}
"""From residents who did not hear it; that the house is empty they may know."""
_EVERYBODY, _ROBOT = "*", "robot"
_UNNAMED = frozenset({"somebody", "someone", "user", "visitor", "unknown", "stranger", "guest"})
_NOT_ODD = 0.4
"""So plain is each sentence of what is plain as a whole."""
_RATHER = 0.5
"""Of what a stranger heard themselves; it is kept only in case somebody else calls themselves so."""
_MEANS = 0.5
"""From this probability on a saying means the thing of a deed."""
_REPLY_NS = 10 * 10**9
_TALK_NS, _OWNED_UP_NS = 150 * 10**9, 1800 * 10**9
_SECRET_NS = 14 * 86400 * 10**9
"""A surprise is over by then."""
_POINTS = re.compile(r"\b(?:it|this|that|these|those|them|one|thing|here|there)\b", re.I)
_OF_GOING = re.compile(
    r"\b(?:here|there|home|out|back|late|early|away|been|came|come|coming|go|going|went|gone|left|leave|leaving|was|were)"
    r"\b",
    re.I,
)
_FOR_THE_HOME = re.compile(
    r"\b(?:for|just|only) (?:all of us\b|us (?:here|at home|in the house)\b|the (?P<many>\w+) of us\b"
    r"|the (?:house|home|family|household)\b|(?:everybody|everyone) (?:here|in the house)\b)",
    re.I,
)
_FOR_VISITORS = re.compile(r"\b(?:visitors|guests) (?:can|may) (?:have|know|use)\b", re.I)
"""Whom a code is for, where its saying tells that itself: "it's 5308 now, only for the house"."""
_ABOUT_THINGS = frozenset({INSTANT, "object state changed", "device state changed", "skill ended"})


class Discretion:
    """For one asker; "" is the owner's tools, which are told everything. around: the pieces recorded right before and
    after one, with it; about: what a deed is about, and what was said with a word of that.
    """

    def __init__(
        self,
        asker: str,
        config: DiscretionConfig,
        sorter: SayingSorter,
        around: Callable[[int], Sequence[Piece]],
        who: WhoIsMeant | None = None,
        about: Callable[[int], tuple[str, Sequence[Piece]]] = lambda _: ("", ()),
    ) -> None:
        """who: tells whether "he" or "she" may be the asker; nobody knows if not given."""
        self._asker, self._config = asker.strip().lower(), config
        self._sorter, self._around, self._about = sorter, around, about
        self._who = who or WhoIsMeant({})
        self._residents = {name.lower() for name in config.residents}
        self._is_family = self._asker not in self._residents and self._who.is_kin(self._asker, self._residents)
        self._known: dict[int, bool] = {}
        self._valuables = content_stems(" ".join(config.valuables))

    @property
    def tells_all(self) -> bool:
        """Whether nothing is kept from this asker."""
        return not self._asker or not self._config.is_discreet

    @property
    def is_stranger(self) -> bool:
        """Whether the asker neither lives here nor is of the family of somebody who does."""
        if self.tells_all or self._asker in self._residents or self._is_family:
            return False
        return _EVERYBODY not in self._residents or self._asker in _UNNAMED

    def may_hear(self, piece: Piece) -> bool:
        """Whether the asker may be told of a piece."""
        if self.tells_all:
            return True
        if piece.record_id not in self._known:
            self._known[piece.record_id] = self._judged(piece)
        return self._known[piece.record_id]

    def _judged(self, piece: Piece) -> bool:
        heard = {name.lower() for name in piece.audience}
        if piece.speaker.lower() == self._asker or self._is_for_asker(piece) or self._is_reply_to_asker(piece):
            return True
        if self.is_stranger:
            return self._asker in heard and piece.is_said and self._likely(piece, SayingSort.PLAIN) >= _RATHER
        if self._asker in heard and not self._is_told_behind_their_back(piece):
            return True
        if piece.is_said:
            return self._may_resident_hear(piece)
        return not (self._is_hidden(piece) or self._is_of_surprise(piece))

    def _is_reply_to_asker(self, piece: Piece) -> bool:
        """What the robot said at once to what the asker had said to it was said to them."""
        if piece.speaker.lower() != _ROBOT or not piece.is_said:
            return False
        before = [one for one in self._around(piece.record_id) if one.is_said and one.record_id < piece.record_id]
        is_asker = bool(before) and before[-1].speaker.lower() == self._asker
        return is_asker and 0 <= piece.stamp_ns - before[-1].stamp_ns <= _REPLY_NS

    def _is_for_asker(self, piece: Piece) -> bool:
        """A message to them that is not to be kept; a code, by what its saying tells itself: who is named in it may
        be left out.
        """
        if not piece.is_said:
            return False
        if self._names_asker(piece):
            return self._is_message_to_asker(piece)
        if self._sort_of(piece) is not SayingSort.CODE:
            return False
        if _FOR_VISITORS.search(piece.text):
            return True
        home = _FOR_THE_HOME.search(piece.text) if self._asker in self._residents else None
        many = home["many"] if home else None
        return home is not None and (many is None or many.lower() == number_word(len(self._residents)))

    def _is_message_to_asker(self, piece: Piece) -> bool:
        """ "Now you tell Bev the bins are Friday"; where others are named too, it may be kept from the asker."""
        reading = the_reading()
        is_told = _ROBOT in map(str.lower, piece.audience) and self._asker in bare_words(piece.text)
        if reading is None or not is_told or self._sort_of(piece) in _KEPT:
            return False
        said = reading.read(piece.text)
        is_message = said.share(SpeechAct.MESSAGE) >= _RATHER
        names_nobody_else = {one.lower() for one in said.of(Role.PERSON)} == {self._asker}
        return is_message and names_nobody_else and plain_message(said).lower().startswith(f"tell {self._asker}:")

    def _may_resident_hear(self, piece: Piece) -> bool:
        """Of what they did not hear: not what was to be kept, by the saying itself or by the talk that it is of; to
        family that visits, nothing but what is quite plain.
        """
        talk = self._talk_of(piece)
        kept = [one for one in talk if self._is_confidential(one)]
        if kept and not self._is_beside(piece, kept):
            return False
        if self._sort_of(piece) in _KEPT:
            return False
        replied_to = [one for one in talk if one.is_said and one.record_id < piece.record_id][-1:]
        if any(map(self._is_perhaps_of_asker, (piece, *replied_to))):
            return False
        if self._is_told_robot_alone(piece) and not self._is_plain_alone(piece):
            return False
        if not (self._is_family or any(map(self._names_asker, talk))):
            return True
        return self._least_plain(piece) >= self._config.least_plain_of_asker

    def _is_beside(self, piece: Piece, kept: Sequence[Piece]) -> bool:
        """Whether it is another matter than what is to be kept of a talk: quite plain, and no word of it in that."""
        if self._least_plain(piece) < self._config.least_plain_of_asker:
            return False
        own = content_stems(piece.text)
        return not any(one.record_id == piece.record_id or own & content_stems(one.text) for one in kept)

    def _is_plain_alone(self, piece: Piece) -> bool:
        """By each sentence, or as a whole quite surely and by none of them rather not: "I take my coffee black. Jo
        would fall off the chair." Of 82 sayings that had to be kept that lets none more through, of 535 others 14.
        """
        least, plain = self._least_plain(piece), self._likely(piece, SayingSort.PLAIN)
        is_as_whole = plain >= self._config.least_plain_of_asker and least >= _NOT_ODD
        return is_as_whole or least >= self._config.least_plain_of_alone

    @staticmethod
    def _is_told_robot_alone(piece: Piece) -> bool:
        return {name.lower() for name in piece.audience} <= {piece.speaker.lower(), _ROBOT}

    def _is_perhaps_of_asker(self, piece: Piece) -> bool:
        """Whether it speaks of a "he" or "she" who may be the asker, and not quite plainly."""
        may_be_asker = piece.is_said and self._who.may_be_spoken_of(piece.text, self._asker)
        return may_be_asker and self._least_plain(piece) < self._config.least_plain_of_absent

    def _names_asker(self, piece: Piece) -> bool:
        """Also "Ana's do is on Saturday", and "Mum" where that is the asker."""
        return self._asker in bare_words(piece.text) or self._asker in map(str.lower, piece.meant)

    def _is_told_behind_their_back(self, piece: Piece) -> bool:
        """ "It's me who will tell him, not you": who may be him was not there, whatever the robot believes.

        Unless nobody else was: then it was said to the asker.
        """
        others = {name.lower() for name in piece.audience} - {piece.speaker.lower(), self._asker, _ROBOT}
        talk = self._around(piece.record_id) if others and piece.is_said else ()
        near = (one for one in talk if abs(one.stamp_ns - piece.stamp_ns) <= _TALK_NS)
        return any(one.speaker == piece.speaker and self._is_secret_of_asker(one) for one in near)

    def _is_secret_of_asker(self, piece: Piece) -> bool:
        is_of_asker = self._names_asker(piece) or self._who.may_be_spoken_of(piece.text, self._asker)
        return is_of_asker and piece.is_said and self._likely(piece, SayingSort.CONFIDED) >= _RATHER

    def _least_plain(self, piece: Piece) -> float:
        return self._sorter.sorted(piece.text, piece.sorts).least_plain

    def _is_confidential(self, piece: Piece) -> bool:
        """Whether a saying asks for the talk around it to be kept, or tells what makes all of it so. What the robot
        says to that is no secret of its own.
        """
        if piece.speaker.lower() == _ROBOT:
            return False
        return sum(self._likely(piece, sort) for sort in _KEPT) >= self._config.least_confided

    def _is_hidden(self, piece: Piece) -> bool:
        """Whether a talk that is to be kept from the asker tells of a deed; that it is near alone hides nothing."""
        near = [one for one in self._around(piece.record_id) if one.is_said and self._is_confidential(one)]
        kept = [one for one in near if not self.may_hear(one)]
        talk, things = self._talk_of(piece), content_stems(piece.text)
        return any(
            (one in talk and self._may_tell_of(one, piece, things))
            or any(self._owns_up(other, piece, things) for other in (one, *self._talk_of(one)) if other.is_said)
            for one in kept
        )

    def _is_of_surprise(self, deed: Piece) -> bool:
        """Whether who did it told or heard that the thing is a surprise for the asker, and does something with it:
        hides Mum's brooch, days later gives it to somebody.
        """
        thing, said = self._about(deed.record_id)
        names = the_name_reader() if said else None
        return names is not None and any(
            deed.speaker in (one.speaker, *one.audience)
            and -_OWNED_UP_NS <= deed.stamp_ns - one.stamp_ns <= _SECRET_NS
            and self._sort_of(one) is SayingSort.SURPRISE
            and not self.may_hear(one)
            and names.likely(one.text, (thing,))[0] >= _MEANS
            for one in said
        )

    @staticmethod
    def _may_tell_of(said: Piece, deed: Piece, things: frozenset[str]) -> bool:
        """Whether it names what the deed is about, or who did it points to that: "it goes behind the books"."""
        if things & content_stems(said.text):
            return True
        points = _OF_GOING if deed.kind == EventKind.PERSON_MOVED.value else _POINTS
        return said.speaker == deed.speaker and bool(points.search(said.text))

    @staticmethod
    def _owns_up(said: Piece, deed: Piece, things: frozenset[str]) -> bool:
        """Whether who did it speaks of it: "I've smashed Mum's teapot. Not a word to her"."""
        is_near = abs(said.stamp_ns - deed.stamp_ns) <= _OWNED_UP_NS
        return is_near and said.speaker == deed.speaker and bool(things & content_stems(said.text))

    def _talk_of(self, piece: Piece) -> list[Piece]:
        """What was said around it to the same ears, longer where it points back; who heard all of it may hear it."""
        near = self._around(piece.record_id)
        lasts_ns = _TALK_NS * (2 if piece.is_said and _POINTS.search(piece.text) else 1)
        return [
            one for one in near
            if one.place == piece.place and abs(one.stamp_ns - piece.stamp_ns) <= lasts_ns
            and self._asker not in {name.lower() for name in one.audience}
        ]  # fmt: skip

    def _sort_of(self, piece: Piece) -> SayingSort:
        shares = self._sorter.sorted(piece.text, piece.sorts).shares
        if shares[SayingSort.PLAIN] >= self._config.least_plain:
            return SayingSort.PLAIN
        return max((sort for sort in shares if sort is not SayingSort.PLAIN), key=shares.__getitem__)

    def _likely(self, piece: Piece, sort: SayingSort) -> float:
        if not piece.is_said:
            return float(sort is SayingSort.PLAIN)
        return self._sorter.sorted(piece.text, piece.sorts).shares[sort]

    def _is_harmless(self, answer: Answer, pieces: Sequence[Piece]) -> bool:
        """Whether a stranger may hear where a thing is: not who has it, nor where valuables are."""
        if content_stems(f"{answer.question} {answer.text}") & self._valuables:
            return False
        people = self._residents | {name.lower() for one in pieces for name in (one.speaker, *one.audience)}
        if (people - {self._asker, _ROBOT}) & set(split_words(answer.text)):
            return False
        if not self._sorter.can_read:  # then only people are known, by their names
            return True
        return self._sorter.shares(answer.text)[SayingSort.PLAIN] >= self._config.least_plain

    def may_tell(self, answer: Answer, pieces: Sequence[Piece]) -> bool:
        """Whether an answer may be given. pieces: what it cites, as far as these are pieces.

        A stranger is told where things are, and nothing else of the home.
        """
        if self.tells_all or not answer.known:
            return True
        if self.is_stranger:
            told = {one.kind for one in answer.evidence}
            by_heard = bool(pieces) and len(pieces) == len(answer.evidence) and all(map(self.may_hear, pieces))
            of_things = bool(told) and told <= _ABOUT_THINGS and bool(answer.object_ids)
            return by_heard or (of_things and self._is_harmless(answer, pieces))
        return all(map(self.may_hear, pieces))
