"""What is kept, believed and retrieved; the history tree and forgetting are in `history`.

"LMEE" is "Explore with Long-term Memory" (section given); "3D-Mem" its public GOAT-Bench configuration.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from embodied_memory.config.history import ForgettingConfig, HistoryTreeConfig
from embodied_memory.config.language import LanguageConfig


@dataclass(frozen=True)
class MemoryBankConfig:
    """The memory bank (LMEE, equations 1 to 3 and section 12)."""

    text_weight: float = 0.3
    image_weight: float = 0.5
    position_weight: float = 0.2
    position_scale_m: float = 2.0
    """dist(p_c, p_i) = exp(-|p_c - p_i| / position_scale_m); the paper leaves the scale open."""
    novelty_window: int = 10
    max_similarity: float = 0.95
    """A view more similar than this to a recent entry is never novel, whatever the adaptive threshold."""
    top_k: int = 3


@dataclass(frozen=True)
class BeliefConfig:
    """States, beliefs, commitments and episodes ("ObsMem", sections 4.1 and 4.2).

    The paper fixes its thresholds without naming them: all defaults here are this project's.
    """

    robot: str = "robot"
    """The robot's own name among actors and observers (r of equation 1)."""
    lambda_events: int = 3
    """lambda_I of equation 3: as many intervening events make a state uncertain, whoever caused them."""
    lambda_mixed: int = 2
    """lambda_m: fewer are enough ..."""
    lambda_actors: int = 2
    """lambda_A: ... where this many people took part: each may have moved it on from where the other put it."""
    max_interventions: int = 12
    """Counting stops here: nothing gets less certain than that."""
    unwatched_interval_s: float = 1800.0
    """Every such time with people at home and the robot in another room counts as one intervening event. Things
    in use are moved a few times a day: after half an hour memory should say that it is not sure any more."""
    person_interval_s: float = 300.0
    """The same for where people are and what they hold: they stay in a room for some minutes."""
    empty_home_weight: float = 0.25
    """Time with nobody known to be at home counts this much: people come back without being seen."""
    refresh_interval_s: float = 60.0
    """A state seen again sooner than this after its last confirmation, with nothing between, is not written again."""
    outside_places: tuple[str, ...] = (
        "outside",
        "out",
        "away",
        "work",
        "school",
        "garden",
        "yard",
        "street",
        "shops",
    )
    """People who are there are not at home."""
    certainty_observed: float = 0.95
    """Of what was seen, before anything intervened."""
    certainty_reported: float = 0.75
    """Before anything intervened. People are right about most of what they say, and see less than cameras."""
    certainty_per_intervention: float = 0.85
    """Each intervening event leaves this part: about half after four."""
    certainty_per_contradiction: float = 0.5
    """Each contradiction multiplies the certainty by this."""
    utc_offset_h: float = 0.0
    """Local time, for "at 5 pm" and "tomorrow"."""
    morning_h: float = 9.0
    """When a day or a week begins for what is due "tomorrow" or "next week"."""
    episode_gap_s: float = 900.0
    """A quarter of an hour without events ends an episode: shorter pauses belong to what one is doing."""
    episode_least_s: float = 300.0
    """A change of activity ends no episode shorter than this."""
    episode_longest_s: float = 7200.0
    """Longer episodes are cut as well."""
    episode_max_events: int = 100
    """Longer episodes are cut, so that a card stays about one thing and the open one stays small."""
    episode_lines: int = 12
    """Events quoted in the summary of an episode."""


@dataclass(frozen=True)
class KnowledgeGraphConfig:
    """The knowledge graph and its retrieval ("STMA", section 4.2 and algorithm 1)."""

    similar_entities: int = 8
    """Entities most like the query: the search starts at these."""
    hops: int = 3
    """From the entities that are like the query (STMA, section 4.2)."""
    max_entities: int = 48
    """A spatial belief holds so many: the nearest in hops first, of the farthest those seen last. 0: all."""
    max_inferred: int = 96
    """So many relations are concluded for one spatial belief, at most."""
    max_place_depth: int = 8
    """So many steps of "on", "in" and "held by" are followed to find the room."""
    word_weight: float = 0.5
    """Share of equal words in the likeness of a name to the query; the rest is the cosine of the embeddings."""
    near_distance_m: float = 1.5
    """Two entities with their centres closer than this are near each other."""
    max_near: int = 4
    """Relations from positions are told to at most this many of the nearest others."""
    direction_margin_m: float = 0.5
    """West of, east of, north of and south of begin at this distance, and hold within 45 degrees."""
    refresh_interval_s: float = 10.0
    """What is seen again unchanged is not written again sooner than this after its last confirmation."""
    moved_m: float = 0.1
    """A smaller change of position is noise and not written."""
    house: str = "house"
    """Id and name of the root of house > room > furniture > object."""


@dataclass(frozen=True)
class RetrievalConfig:
    """From a question to its evidence ("ObsMem", section 4.3, equations 4 and 5)."""

    use_state: bool = True
    """False: no world states at query time (the paper's variant NoState)."""
    use_belief: bool = True
    """False: no beliefs at query time (NoBelief)."""
    use_episodes: bool = True
    """False: no consolidated episodes at query time (NoConsol)."""
    use_graph: bool = True
    """False: nothing of what is where around a thing, nor of where such things belong (no spatial belief of STMA)."""
    use_selector: bool = True
    """False: the first candidates are taken in the order in which they come (NoSelector)."""
    most_evidence: int = 5
    """k of equation 5: an answer cites at most so many records."""
    least_score: float = 0.5
    """Weaker candidates are no evidence."""
    least_of_best: float = 0.75
    """Nor are those that fit so much worse than the best."""
    new_entity: float = 0.2
    """What it adds to a candidate's score that it tells of an entity that no chosen one tells of."""
    new_view: float = 0.1
    """The same for a view that no chosen one is from."""
    new_time: float = 0.05
    """The same for a time that no chosen one is from."""


@dataclass(frozen=True)
class DiscretionConfig:
    """Who may be told what was said and done (docs/safety.md)."""

    residents: tuple[str, ...] = ("*",)
    """The names of those who live here; everybody else is a stranger. "*": whoever is known by name lives here."""
    is_discreet: bool = True
    """False: everybody is told everything."""
    least_plain: float = 0.5
    """From this probability on a saying is plain, and told to any resident; below, it is kept to who heard it."""
    least_plain_of_asker: float = 0.9
    """The same for each sentence of what is said about the asker behind their back, and for all that is told to the
    family of residents that does not live here."""
    least_plain_of_absent: float = 0.8
    """The same for what speaks of a "he" or "she" who may be the asker, and for what is replied to that."""
    least_plain_of_alone: float = 0.7
    """The same for each sentence of what was told to the robot alone."""
    least_confided: float = 0.7
    """From this probability on that a saying is not for everybody, what is said around it is kept, too."""
    valuables: tuple[str, ...] = (
        "key", "passport", "money", "cash", "wallet", "purse", "cheque", "jewellery", "jewelry", "necklace", "safe",
        "pill", "tablet", "medicine", "medication",
    )  # fmt: skip
    """What no stranger is told the place of, by the words of its name."""


@dataclass(frozen=True)
class CertaintyConfig:
    """How certainties of what was seen follow from what perception gives (this project's, see docs/evaluation.md)."""

    slope: float = 2.4
    """The log odds of being right are so many times those of existence times label. Fitted on 1,558
    answers to where-is questions in homes 7400 to 7705 under `fair` and `good`: more of them were right than said."""
    position_deviation_m: float = 0.15
    """Of the place of a thing that perception doubts, on each axis: localisation, depth and box together."""
    support_edge_m: float = 0.06
    """What rests on something has its middle this far within its edges, as likely as not: nearer, it is beside it."""
    support_deviation_m: float = 0.07
    """Of the distance from that edge."""
    refuted_existence: float = 0.02
    """What exists less likely than this, and was never sure, is left out of all that memory gives out."""


@dataclass(frozen=True)
class MemoryConfig:
    """The memory as a whole."""

    bank: MemoryBankConfig = field(default_factory=MemoryBankConfig)
    history_tree: HistoryTreeConfig = field(default_factory=HistoryTreeConfig)
    forgetting: ForgettingConfig = field(default_factory=ForgettingConfig)
    belief: BeliefConfig = field(default_factory=BeliefConfig)
    knowledge_graph: KnowledgeGraphConfig = field(default_factory=KnowledgeGraphConfig)
    retrieval: RetrievalConfig = field(default_factory=RetrievalConfig)
    language: LanguageConfig = field(default_factory=LanguageConfig)
    certainty: CertaintyConfig = field(default_factory=CertaintyConfig)
    discretion: DiscretionConfig = field(default_factory=DiscretionConfig)
    people: tuple[str, ...] = ("",)
    """Who people are, each "name: who it is", as "Hamish: Callum's father": what "Dad" and "the plumber" mean."""
    reasoning: str = "auto"
    """offline | language | auto: who plays the roles that the papers give to a language model. language: it must be
    there; auto: it plays them if it is there. Whatever it does not answer, rules do."""
    durable: bool = False
    """True: every record also survives power loss (synchronous=FULL); False: it survives SIGKILL."""
    max_ahead_of_clock_s: float = 600.0
    """Stamps further ahead of the robot's clock are refused: they would be the newest until it has caught up."""
    same_object_distance_m: float = 0.6
    """An object of a new session this close to a known one of its category is that one."""
    stale_after_s: float = 3600.0
    """An object not seen for longer is stale: somebody may have taken it elsewhere."""
    furniture_stale_after_s: float = 2592000.0
    """As `stale_after_s`, for furniture and what is built in."""
    misses_to_contradict: int = 3
    """An object whose place was looked at this often in a row without seeing it is contradicted."""
