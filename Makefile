# One verb for each chore. Every verb sets up what it needs, and is quick when nothing has changed.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
SOURCES := src tests bench

.PHONY: setup play test check fix bench docs words wire bless lock clean web web-check web-test shots

setup: $(READY)

$(READY): requirements/dev.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("matchday needs Python 3.11 to 3.14, this is " + sys.version.split()[0] if not (3, 11) <= sys.version_info[:2] < (3, 15) else 0)'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing the Python packages…"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $(READY)

# Until the browser table exists this opens the terminal's menu of games.
play: setup
	@$(BIN)/matchday play

# Everything that must hold: the checks, then every test. MATCHES=1000 runs the conformance suite at a larger scale.
test: check
	@$(BIN)/python -m pytest -n auto --dist loadgroup

check: setup
	@$(BIN)/ruff format --check $(SOURCES)
	@$(BIN)/ruff check $(SOURCES)
	@$(BIN)/mypy
	@$(BIN)/lint-imports

# The only verb that changes sources.
fix: setup
	@$(BIN)/ruff check --fix $(SOURCES)
	@$(BIN)/ruff format $(SOURCES)

# Side by side with OpenSpiel and RLCard, in an environment of its own.
bench: setup .bench-venv/.ready
	@.bench-venv/bin/python -m bench.run

.bench-venv/.ready: requirements/bench.lock
	@test -x .bench-venv/bin/python || $(PYTHON) -m venv .bench-venv
	@echo "Installing the peers to measure against…"
	@.bench-venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/bench.lock
	@.bench-venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

# Generated pages: card lists, option tables, effect vocabularies.
docs: setup
	@$(BIN)/python -m matchday.docs

# Collect the texts to translate into every locale/*.po.
words: setup
	@$(BIN)/python -m matchday.catalogues

# The wire's types for the client, from the server's models.
wire: setup
	@$(BIN)/python -m matchday.server.typescript

# Rewrite the golden playthroughs of one game, to be read in the diff: make bless GAME=pilka_w_grze
bless: setup
	@$(BIN)/python -m pytest -q tests/conformance/test_golden.py --bless=$(GAME)

# The browser's client, built into the package; needs Node 20 and npm.
web: web/node_modules/.ready
	@cd web && npm run --silent build -- --logLevel warn

web/node_modules/.ready: web/package-lock.json
	@echo "Installing the packages of the web client…"
	@cd web && npm ci --silent --ignore-scripts
	@touch $@

web-check: web/node_modules/.ready
	@cd web && npm run --silent check

# Real matches, written down for the client's tests and pictures.
web/fixtures/lists.json: $(READY) web/scripts/record.py $(shell find src/matchday/games src/matchday/match src/matchday/engine -name '*.py' -o -name '*.toml' -o -name '*.po')
	@$(BIN)/python web/scripts/record.py

web-test: web-check web/fixtures/lists.json
	@cd web && npm test --silent

# Pictures of every page at 1440 x 900 and 390 x 844, into web/build/shots; axe looks at each.
shots: web web/fixtures/lists.json
	@cd web && npm run --silent shots

lock: setup
	@$(BIN)/python -m pip install --quiet uv
	@$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --group dev pyproject.toml -o requirements/dev.lock
	@$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --group dev --extra bench pyproject.toml -o requirements/bench.lock

clean:
	@rm -rf web/node_modules web/build web/fixtures src/matchday/server/static $(VENV) .bench-venv .pytest_cache .mypy_cache .ruff_cache .hypothesis
