# `make demo` and `make test` do everything, from the environment to the result. `make help` lists the rest.
PYTHON ?= $(shell for v in 3.11 3.12 3.13 3.10; do command -v python$$v >/dev/null 2>&1 && { echo python$$v; exit; }; done; echo python3)
RUN := setup/with_environment.sh
SEED ?= 7
POLICY ?= semantic
PORT ?= 8080
SENSORS ?= good
HOMES ?= generated
DEMO := --seed "$(SEED)" --homes "$(HOMES)" --policy "$(POLICY)" --port "$(PORT)" --sensors "$(SENSORS)"
DEMO += $(if $(SCENE),--scene "$(SCENE)") $(if $(GOALS),--goals "$(GOALS)") $(if $(ASK),--ask "$(ASK)")
DEMO += $(if $(filter-out 0,$(HEADLESS)),--headless) $(if $(filter 0,$(PEOPLE)),--no-people)

LIVE := --seed "$(SEED)" --port "$(PORT)" $(if $(START),--start "$(START)") $(if $(HOURS),--hours "$(HOURS)")
LIVE += $(if $(SCALE),--time-scale "$(SCALE)") $(if $(QUESTIONS),--per-family "$(QUESTIONS)")
LIVE += $(if $(filter-out 0,$(HEADLESS)),--headless)

.DEFAULT_GOAL := help
.PHONY: help setup demo live test lint check bench-mapping bench-memory bench-calls bench-language evaluate-exploration evaluate-search evaluate-tasks evaluate-textworld evaluate-memento evaluate-words learn learn-dual-encoder learn-reranker learn-close-reader learn-known learn-names learn-rules lock clean

help:  ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 24
	@echo 'make demo takes SEED= HOMES= SCENE= GOALS= ASK= HEADLESS=1 PEOPLE=0 POLICY= SENSORS= PORT='
	@echo 'make live takes SEED= START= HOURS= SCALE= QUESTIONS= HEADLESS=1 PORT='

setup:
	@command -v $(PYTHON) >/dev/null || { echo 'Python is missing; install it with: sudo apt-get install -y python3 python3-venv python3-dev'; exit 1; }
	@$(PYTHON) setup/prepare.py

demo: setup  ## a robot explores a home, finds things and answers questions
	@$(RUN) ros2_ws/install/lib/embodied_memory_bringup/demo $(DEMO)

live: setup  ## a robot lives some hours among residents; what happened is asked of its memory and judged
	@$(RUN) ros2_ws/install/lib/embodied_memory_bringup/live $(LIVE)

lint: setup  ## ruff, mypy and import-linter
	@$(RUN) ruff check --quiet . && $(RUN) ruff format --check --quiet .
	@$(RUN) python -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo 'mypy: left out, the last numpy for Python 3.10 has other type stubs'; exit 0; }; $(RUN) mypy
	@$(RUN) lint-imports

test: lint check  ## lint and all tests

# What talks over ROS mostly waits: two files at once, each in a domain of its own. Whole runs watch the clock, and get the
# machine to themselves.
NODES := tests/nodes tests/launch
WHOLE_RUNS := tests/system
AGAIN := { \
	echo 'What failed over ROS is run once more, alone: DDS now and then loses the first message to who has just come.'; \
	echo '(Everything, if the run broke off before it could say what failed.)'; \
	$(RUN) python -m pytest --last-failed --last-failed-no-failures all
check: setup  ## all tests; TESTS= for some of them
ifdef TESTS
	@$(RUN) python -m pytest $(TESTS)
else
	@$(RUN) python -m pytest --numprocesses auto --maxprocesses 8 --dist loadfile $(patsubst %,--ignore=%,$(NODES) $(WHOLE_RUNS))
	@$(RUN) python -m pytest $(NODES) --numprocesses 2 --dist loadfile --cache-clear || $(AGAIN) $(NODES); }
	@$(RUN) python -m pytest $(WHOLE_RUNS) --cache-clear || $(AGAIN) $(WHOLE_RUNS); }
endif

bench-mapping: setup  ## mapping and frontiers beside their peers
	@$(RUN) python benchmarks/mapping/run.py $(BENCH)

bench-memory: setup  ## memory beside its peers: inserts, searches, size, kills
	@$(RUN) python benchmarks/memory/run.py $(BENCH)

bench-calls: setup  ## through how many files of the core three calls pass
	@$(RUN) python benchmarks/calls/run.py $(BENCH)

bench-language: setup  ## a small real language model plays every role through the client
	@$(RUN) python benchmarks/language/run.py $(BENCH)

evaluate-exploration: setup  ## goals found and SPL over seeds 1 to 10 beside nearest and random frontiers
	@$(RUN) embodied-memory evaluate exploration $(EVALUATE)

evaluate-search: setup  ## goals that lead back to rooms seen before: with and without memory, nearest, random
	@$(RUN) embodied-memory evaluate search $(EVALUATE)

evaluate-tasks: setup  ## instructions in homes whose things and people are elsewhere each time, with and without memory
	@$(RUN) embodied-memory evaluate tasks $(EVALUATE)

evaluate-memento: setup  ## MEMENTO's episodes carried out in a symbolic home, with and without memory
	@$(RUN) embodied-memory evaluate memento --data ../shared/data/memento $(EVALUATE)

evaluate-textworld: setup  ## text games of TextWorld by planner and critic, 8 new ones of each kind
	@$(RUN) embodied-memory evaluate textworld $(if $(EVALUATE),$(EVALUATE),--games runs/textworld --make 8 --seed 500)

evaluate-words: setup  ## days that people wrote down who have read none of the code: lived, then asked about
	@$(RUN) embodied-memory evaluate words $(if $(EVALUATE),$(EVALUATE),--folder tests/words/days/first)

# COMMANDS= the folder of HuRIC's commands.
# Of these the cross-encoders learn; how far they can be trusted is learned from the others.
READ_DAYS := first second third fourth fifth sixth seventh eighth ninth tenth
DAYS := eleventh twelfth thirteenth fourteenth fifteenth sixteenth twentysecond twentythird twentyfourth twentyseventh \
	twentyeighth
LEARNED_FROM := $(DAYS:%=days/%) discretion/first
UTTERANCES := first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth \
	seventeenth eighteenth nineteenth twentieth twentyfirst twentysecond twentythird twentyfourth twentyfifth \
	twentysixth twentyseventh twentyeighth twentyninth thirtieth own
DEEDS := orders orders_second orders_third own
ASKS := questions questions_second questions_third own
ANSWERED := first second
REFUSED := a b c own
SORTS := needs/a needs/b needs/c needs/d needs/own chat/a chat/b chat/own risks/a risks/b risks/c risks/own \
	conditions/a conditions/b remembering/own
KEPT := kept overheard overheard_w overheard_x overheard_y overheard_z overheard_za overheard_zb own
MOVES := a b c d e f g h i j k l m n o
TURNS := own a b c d e f g h
# Of UNREAD the cross-encoders learn nothing: how far they can be trusted is learned there.
ASKED := a b c d e g h i j k l m n o p q r s wa wb wd we wf wg wh xa xb xc xd xe xg xh ya yb yc yd
UNREAD := f t u v wc xf
learn: setup  ## learn what reads words anew, from what people said (the reading: extra reranker, BASE=); COMMANDS= adds more
	@$(RUN) embodied-memory learn $(LEARNED_FROM:%=--folder tests/words/%) \
		$(READ_DAYS:%=--read-folder tests/words/days/%) \
		$(KEPT:%=--kept tests/words/kept/%.tsv) \
		$(UTTERANCES:%=--utterances tests/words/utterances/%/acts.tsv) \
		$(DEEDS:%=--deeds tests/words/deeds/%.tsv) $(ASKS:%=--asks tests/words/asks/%.tsv) \
		$(MOVES:%=--moves tests/words/moves/%.jsonl) $(TURNS:%=--turns tests/words/turns/%.tsv) \
		$(ANSWERED:%=--answered tests/words/answered/%.tsv) $(REFUSED:%=--refused tests/words/refused/%.tsv) \
		$(foreach one,$(SORTS),--sort $(firstword $(subst /, ,$(one)))=tests/words/$(one).tsv) \
		$(COMMANDS:%=--commands %) $(BASE:%=--base %) \
		$(ASKED:%=--asked tests/words/asked/%.jsonl) $(UNREAD:%=--unread tests/words/asked/%.jsonl) \
		--into src/embodied_memory/embodied_memory

# Minutes on a graphics card, hours without; BASE= the folder of all-mpnet-base-v2 (Apache-2.0).
RERANKED := $(ASKED:%=--asked tests/words/asked/%.jsonl) $(READ_DAYS:%=--folder tests/words/days/%)
PERCEPTION := src/embodied_memory/embodied_memory/perception
learn-dual-encoder: setup  ## learn anew what finds the pieces of evidence for a question; needs the extra reranker
	@$(RUN) embodied-memory learn-dual-encoder $(RERANKED) --into $(PERCEPTION)/dual_encoder.onnx

learn-reranker: setup  ## learn anew what reads a question and a piece of evidence together; needs the extra reranker
	@$(RUN) embodied-memory learn-reranker $(RERANKED) --into $(PERCEPTION)/cross_encoder.onnx

learn-close-reader: setup  ## learn anew what reads the best of them closely; needs the extra reranker and BASE=
	@$(RUN) embodied-memory learn-reranker $(RERANKED) --base $(BASE) --into $(PERCEPTION)/mpnet_cross_encoder.onnx

# Of `g` and `h` nothing is learned: what is told of them is first sight.
KNOWN := a b c d e f
learn-known: setup  ## learn anew which sentence of what is known now answers a question (a minute a home)
	@$(RUN) embodied-memory learn-known $(KNOWN:%=--folder tests/words/seen/%) $(DAYS:%=--lived tests/words/days/%)

# Of `d`, `i` and `m` nothing is learned: what is told of them is first sight.
# NAMES= lists of how things are called, as tests/words/named/names/*.jsonl: known by them, bare names mean too little.
NAMED := a b c e f g h j k l
learn-names: setup  ## learn anew whether what is said means a thing of some name (15 minutes); needs the extra reranker
	@$(RUN) embodied-memory learn-names $(foreach one,$(NAMED),$(patsubst %,--home %,$(wildcard tests/words/named/$(one)/*.json))) \
		$(NAMES:%=--names %) \
		--into src/embodied_memory/embodied_memory/words/name_reader.onnx

# Of `c` nothing is learned: what is told of it is first sight; nor of the days after `thirtysecond`.
RULES := a b d e f g own
RULED := $(READ_DAYS) $(DAYS) seventeenth eighteenth nineteenth twentieth twentyfirst twentyfifth twentysixth twentyninth \
	thirtieth thirtyfirst thirtysecond
learn-rules: setup  ## learn anew whether a rule speaks against what is wanted (15 minutes); needs the extra reranker
	@$(RUN) embodied-memory learn-rules $(RULES:%=--rules tests/words/rules/%.jsonl) \
		$(UTTERANCES:%=--utterances tests/words/utterances/%/acts.tsv) \
		$(RULED:%=--folder tests/words/days/%) \
		--into src/embodied_memory/embodied_memory/words/rule_reader.onnx

lock:  ## resolve the requirements anew and pin them with hashes
	@$(PYTHON) setup/lock.py

clean:  ## remove what set-up and build made
	@rm -rf .venv .cache ros2_ws/build ros2_ws/install ros2_ws/log ros2_ws/underlay
