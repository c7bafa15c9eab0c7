"""Who plays the roles of memory that the papers give to a language model: one setting, one place.

| role | paper | offline | prompt |
| --- | --- | --- | --- |
| group and summarise | H2-EMV, section 4.1 | OfflineGrouping | group_and_summarise.txt |
| estimate relevance | H2-EMV, section 4.1 | OfflineRelevance | estimate_relevance.txt |
| revise rules | H2-EMV, section 4.1 | OfflineReviser | revise_rules.txt |
| read statements | ObsMem, section 4.1 | OfflineStatementReader | read_statements.txt |
| synthesise episode | ObsMem, section 4.2 | TemplateSynthesiser | synthesise_episode.txt |
| retrieve relations | STMA, equations 5 and 6 | OfflineRelations | retrieve_relations.txt |
| aggregate relations | STMA, equation 7 | TemplateAggregator | aggregate_relations.txt |
| answer question | ObsMem, section 4.3 | EvidenceFirst | answer_question.txt |
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from embodied_memory.config import REASONING, MemoryConfig
from embodied_memory.language.advisor import Advisor
from embodied_memory.language.language_model import LanguageModel
from embodied_memory.memory.belief.episode import EpisodeSynthesiser, TemplateSynthesiser
from embodied_memory.memory.belief.language_synthesis import LanguageSynthesiser
from embodied_memory.memory.belief.statements.language_reader import LanguageStatementReader
from embodied_memory.memory.belief.statements.reported_statements import OfflineStatementReader
from embodied_memory.memory.belief.statements.statement_atoms import StatementReader
from embodied_memory.memory.episodic.forgetting.language_forgetting import LanguageRelevance, LanguageReviser
from embodied_memory.memory.episodic.forgetting.relevance import OfflineRelevance
from embodied_memory.memory.episodic.forgetting.rule_reviser import OfflineReviser
from embodied_memory.memory.episodic.history_tree.group_and_summarise import LanguageGrouping
from embodied_memory.memory.file.stores import StoreRoles
from embodied_memory.memory.retrieval.language_answerer import LanguageAnswerer
from embodied_memory.memory.spatial.knowledge_graph.relation_retriever import (
    LanguageRelations,
    OfflineRelations,
    RetrieveRelations,
)
from embodied_memory.memory.spatial.knowledge_graph.spatial_belief import LanguageAggregator

if TYPE_CHECKING:
    from embodied_memory.perception.embedder import Embedder

Result = TypeVar("Result")


@dataclass(frozen=True)
class Reasoning:
    """All roles; as it is made without arguments, all are played offline. advisor: None if there is no model.

    reader, relations and synthesiser work beside recording (`LanguageKeeper`), never in a record's transaction.
    """

    advisor: Advisor | None = None
    stores: StoreRoles = field(default_factory=StoreRoles)
    answerer: LanguageAnswerer | None = None
    reader: StatementReader = field(default_factory=OfflineStatementReader)
    relations: RetrieveRelations = field(default_factory=OfflineRelations)
    synthesiser: EpisodeSynthesiser | None = None

    def think(self, step: Callable[[], Result]) -> Result:
        """What a step returns that takes the lock and may need a model, which is asked while nobody holds it."""
        return self.advisor.think(step) if self.advisor else step()

    def offline(self, step: Callable[[], Result]) -> Result:
        """What a step returns when no model is asked: for steps that hold a lock and cannot be run again."""
        return self.advisor.unadvised(step) if self.advisor else step()


def make_reasoning(config: MemoryConfig, embedder: Embedder, model: LanguageModel | None = None) -> Reasoning:
    """The roles as `config.reasoning` says. Raises ValueError for another word, or "language" without a model."""
    if config.reasoning not in REASONING:
        raise ValueError(f'reasoning is "{config.reasoning}": set it to one of {", ".join(REASONING)}')
    if config.reasoning == "language" and model is None:
        raise ValueError(
            'reasoning is "language", but there is no language model: give one (language_model=..., or the parameter'
            ' language.server_url), or set reasoning to "auto" or "offline"'
        )
    if config.reasoning == "offline" or model is None:
        return Reasoning()
    advisor = Advisor(model, config.language)
    return Reasoning(
        advisor,
        _store_roles(advisor, config, embedder),
        LanguageAnswerer(advisor),
        LanguageStatementReader(advisor),
        LanguageRelations(advisor),
        LanguageSynthesiser(advisor, config.belief, TemplateSynthesiser(config.belief)),
    )


def _store_roles(advisor: Advisor, config: MemoryConfig, embedder: Embedder) -> StoreRoles:
    forgetting, tree = config.forgetting, config.history_tree
    return StoreRoles(
        grouping=lambda rules: LanguageGrouping(advisor, tree, rules if tree.use_rules else tuple),
        estimate=LanguageRelevance(advisor, OfflineRelevance(forgetting)),
        revise=LanguageReviser(advisor, forgetting, OfflineReviser(forgetting, embedder.embed_text)),
        aggregate=LanguageAggregator(advisor),
    )
