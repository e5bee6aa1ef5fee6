# `make play` starts the app, `make test` runs every check; both set up what they need.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
PLAY := $(VENV)/.play
JOBS ?= auto
CORE_JOBS ?= 0
# Nothing is installed but what the lock names, with its hash.
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps
COMPILE := uv pip compile --universal --python-version 3.11 --generate-hashes --no-header \
  --no-emit-index-url --no-annotate --quiet

# The tests of rules, engine, bus and saves; `make core` measures their coverage.
CORE := tests/engine tests/bus tests/saves \
  $(addprefix tests/kit/test_,contract.py correction.py custom_files.py fields.py native.py) \
  $(addprefix tests/ahldarahd/test_,auction.py deeds.py play.py rules.py trades.py) \
  $(addprefix tests/caravanserai/test_,board.py deeds.py moves.py placement.py play.py turns.py) \
  $(addprefix tests/decktet/test_,caravans.py deeds.py imagine.py rules.py view.py) \
  $(addprefix tests/dice_village/test_,deeds.py rules.py sales.py view.py) \
  $(addprefix tests/sahara/test_,custom_board.py deeds.py rules.py)

.PHONY: play current test lint types layers pytest core rest fuzz adapters audit browser chaos hidden world world-bugs bench ladder problems load crashes pictures films words docs fast slow build wheels zipapp installs recipes man farm lock relock clean

# Fetches what the app runs with, a quarter of what the checks need.
play: $(if $(wildcard $(STAMP)),$(STAMP),$(PLAY)) current
	@$(BIN)/caravan-tui

# Compiled modules are older than the sources once these have changed: then they go.
current:
	@for module in $$(find ai caravan_tui -name "*.so"); do \
	  if test "$${module%%.*}.py" -nt "$$module"; then \
	    echo "The sources have changed since 'make fast': running interpreted until the next one."; \
	    $(MAKE) --silent slow; break; \
	  fi; \
	done

test: current lint types layers pytest

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(STAMP)
	$(BIN)/mypy

layers: $(STAMP)
	$(BIN)/lint-imports

pytest: core rest

# Shows that rules, engine, bus and saves are tested in full. Tracing doubles what tests cost, and
# most of all the imports of each worker: so there is none, unless CORE_JOBS asks for some.
core: $(STAMP)
	$(BIN)/pytest -n $(CORE_JOBS) -m "not nightly and not browser" --cov --cov-report=json:.coverage.json $(CORE)
	$(BIN)/python -m tools.coverage_gate .coverage.json

rest: $(STAMP)
	$(BIN)/pytest -n $(JOBS) --maxprocesses 8 --dist loadgroup -m "not nightly and not browser" $(addprefix --ignore=,$(CORE))

fuzz: $(VENV)/.dask
	$(BIN)/pytest -n $(JOBS) --maxprocesses 8 -m nightly --timeout 3600
	$(MAKE) audit

# Matches over the workers of a dask scheduler, some of which are killed.
farm: $(VENV)/.dask
	$(BIN)/pytest -n 0 tests/ai/test_farm.py

# The adapters of docs/examples/adapters under the tests of OpenSpiel and PettingZoo themselves.
adapters: $(VENV)/.adapters
	$(BIN)/pytest -n 0 -vv -rs tests/docs/test_adapters.py

# Known vulnerabilities of what the locks install, and their hashes. Needs the network: where it does
# not reach the list, it fails.
audit: $(VENV)/.audit
	$(BIN)/python -m tools.audit requirements.lock locks/*.lock

# The page in a real browser. Needs Chromium and its driver (Debian: chromium, chromium-driver).
browser: $(VENV)/.browser
	$(BIN)/pytest -n 0 -m browser -rs tests/browser

# Kills, pauses and cuts off brokers, hosts and a thinker in 200 rounds while robots play.
chaos: $(STAMP)
	$(BIN)/python -m tests.chaos

# Plays 200 matches with their twins and searches all that anybody is told for what is hidden.
hidden: $(STAMP)
	$(BIN)/python -m tests.hidden

# Two thousand simulated worlds, each from a seed; a seed that fails is printed and shrunk.
world: $(STAMP)
	$(BIN)/python -m tests.world --seeds 2000 --jobs 2

# The first seed that finds each planted bug, into docs/world.md.
world-bugs: $(STAMP)
	$(BIN)/python -m tests.world --bugs --write --jobs 2

bench: $(VENV)/.bench
	$(BIN)/python -m bench

ladder: $(STAMP)
	$(BIN)/python -m bench.ladder

# Makes the problems of every game, as many as are to be shipped: hours, compiled (`make fast`).
problems: $(STAMP)
	for game in $$($(BIN)/python -c "from caravan_tui.games import registry; print(*registry.ids())"); do \
	  $(BIN)/python -m ai.problems $$game || exit 1; \
	done

load: $(STAMP)
	$(BIN)/python -m bench.load

# Kills app and server two thousand times and reads 20,000 damaged files: over an hour.
crashes: $(STAMP)
	$(BIN)/python -m tests.crashes
	$(BIN)/pytest tests/crashes -n 0

# The pictures of README and manual, drawn by the app itself.
pictures: export COLORTERM := truecolor
pictures: $(STAMP)
	$(BIN)/python -m caravan_tui.cli.preview decktet --seed 7 --plies 9 --level greedy --press "tab tab" --shot docs/pictures/decktet.svg
	$(BIN)/python -m caravan_tui.cli.preview sahara --seats 3 --seed 4 --plies 90 --level greedy --shot docs/pictures/sahara.svg
	$(BIN)/python -m caravan_tui.cli.preview dice_village --seats 3 --seed 3 --plies 60 --level greedy --shot docs/pictures/dice_village.svg
	$(BIN)/python -m caravan_tui.cli.preview caravanserai --seats 3 --seed 5 --plies 90 --level greedy --size 110x34 --shot docs/pictures/caravanserai.svg
	$(BIN)/python -m caravan_tui.cli.preview ahldarahd --seats 4 --seed 2 --plies 140 --level greedy --size 110x34 --shot docs/pictures/ahldarahd.svg
	$(BIN)/python -m tools.screenshots

# The films of the doors, and the pictures of the page in a browser (which needs what `browser` needs).
films: $(VENV)/.browser
	$(BIN)/python -m tools.films
	$(BIN)/python -m tools.page_pictures

# The manual as a site in site/; a broken link, or a page that is not in the navigation, fails.
docs: $(VENV)/.docs
	$(BIN)/python -m tools.doc_tables
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

# Compiles rules, evaluators and search in place, five to nine times as fast; `make slow` undoes it.
# With gcc twice, the second time by what the first one counted (`tools/compile.py`).
fast: $(VENV)/.fast
	$(BIN)/python -m tools.compile
	$(BIN)/caravan-tui --version

slow:
	find ai caravan_tui -name "*.so" -delete
	rm -f *__mypyc*.so

# Wheel and sdist in dist/, with a look at what is in them, and the list of what the program runs
# with (CycloneDX). Built again elsewhere they are the same bytes.
build: $(VENV)/.package
	rm -rf dist/*.whl dist/*.tar.gz dist/*.cdx.json
	$(BIN)/python -m build --no-isolation
	$(BIN)/twine check --strict dist/*.whl dist/*.tar.gz
	$(BIN)/python -m tests.package.check_dist dist
	$(BIN)/python -m tests.package.check_reproducible dist
	$(BIN)/cyclonedx-py requirements locks/app.lock --pyproject pyproject.toml \
	  --output-reproducible --of JSON -o dist/caravan_tui.cdx.json
	$(BIN)/python -m tests.package.check_sbom dist/caravan_tui.cdx.json

# A compiled wheel for this platform in dist/compiled/, installed and tested away from the sources.
# It is built from the sdist: the hook moves pyproject.toml while it compiles. Without isolation, which
# would fetch the compiler without asking for its hashes.
wheels: $(VENV)/.wheels
	rm -rf dist/compiled
	HATCH_BUILD_HOOKS_ENABLE=1 $(BIN)/python -m build --no-isolation --outdir dist/compiled
	$(BIN)/python -m tests.package.check_compiled dist/compiled

# One file that needs only a Python like the one it was made with; it unpacks itself when it starts.
zipapp: build
	$(BIN)/shiv -q --compressed --extend-pythonpath -c caravan-tui -p "/usr/bin/env python3" \
	  -o dist/caravan-tui.pyz "$$(ls dist/*.whl)[ssh,web,metrics]"
	$(BIN)/python -m tests.package.check_zipapp dist/caravan-tui.pyz

# Installs what is in dist/ in every way, each into an environment made from nothing, and plays a move.
installs: zipapp
	$(BIN)/python -m tests.package.check_installs dist

# Recipes for Homebrew and Arch with the hash of the sdist, in dist/recipes/; URL= where that can be
# fetched, HOMEPAGE=. What lints them is used where it is there: ruby, shellcheck, nix-instantiate, desktop-file-validate, mandoc.
recipes: build
	$(BIN)/python -m tools.recipes dist/*.tar.gz $(if $(URL),--url $(URL)) $(if $(HOMEPAGE),--homepage $(HOMEPAGE))
	$(BIN)/python -m tests.package.check_recipes dist/recipes

# The manual page that packages install.
packaging/man/caravan-tui.6: $(STAMP)
	CARAVAN_TUI_HOME=$$(mktemp -d) LC_ALL=C.UTF-8 $(BIN)/caravan-tui man > $@

man:
	rm -f packaging/man/caravan-tui.6
	$(MAKE) packaging/man/caravan-tui.6

define SET_UP
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
	  { echo "caravan_tui needs Python 3.11 or newer; '$(PYTHON)' is not. Try: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 2; }
	@test -x $(BIN)/python || { echo "Setting up $(VENV), once. It takes about a minute."; $(PYTHON) -m venv $(VENV); }
	@$(BIN)/python -m tools.install $<
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@
endef

$(STAMP): requirements.lock pyproject.toml
	$(SET_UP)

$(PLAY): locks/play.lock pyproject.toml
	$(SET_UP)

# What some targets need besides; `bench` is the peer that the bench measures against.
$(VENV)/.%: locks/%.lock $(STAMP)
	$(INSTALL) -r $<
	@touch $@

# Gathers every text, brings the catalogue of each language up to it and compiles it.
words: $(STAMP)
	$(BIN)/python -m tools.i18n

# Writes the locks anew from pyproject.toml, with the hashes of every file: all others go with
# requirements.lock.
lock: NEWER := -U
lock: relock

# The same without newer versions.
relock:
	$(COMPILE) pyproject.toml --extra ssh --extra web --extra notices --extra cluster --extra metrics --group dev -o requirements.lock $(NEWER)
	$(COMPILE) pyproject.toml --extra ssh --extra web --extra notices --extra cluster --extra metrics -c requirements.lock -o locks/app.lock $(NEWER)
	$(COMPILE) pyproject.toml --extra ssh --extra web --extra notices --extra cluster --extra metrics --group editable -c requirements.lock -o locks/play.lock $(NEWER)
	$(COMPILE) pyproject.toml --extra docs -c requirements.lock -o locks/docs.lock $(NEWER)
	$(COMPILE) pyproject.toml --extra dask -c requirements.lock -o locks/dask.lock $(NEWER)
	for group in adapters audit bench browser fast package wheels; do \
	  $(COMPILE) --group $$group -c requirements.lock -o locks/$$group.lock $(NEWER) || exit 1; \
	done

clean:
	rm -rf $(VENV) dist build site .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .coverage*
