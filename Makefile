# Every developer command. `make run` and `make test` need nothing done before them.
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
# Two at a time: what Python and what the web app need come independently of each other.
MAKEFLAGS += --no-print-directory --jobs=2

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
# A virtual environment that was copied or moved must be made again.
MOVED := $(shell [ -f .venv/.home ] && [ "$$(cat .venv/.home)" != "$$(pwd -P)" ] && echo moved)

APP := src/tidings/web/app/index.html
APP_SOURCES := $(shell find frontend/src frontend/public frontend/scripts -type f) \
  $(wildcard frontend/*.json frontend/*.ts frontend/index.html frontend/.npmrc)
NPM := npm --prefix frontend
# How many processes share the tests: one more than there are cores, since many wait.
WORKERS ?= $(shell echo $$(($$(getconf _NPROCESSORS_ONLN) + 1)))
# Else every process that a test starts compiles the program again, and pytest its tests.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: moved help setup setup-dev run demo test lint check bench format lock
.PHONY: screenshots lighthouse soak test-app test-python

help:  ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-11s %s\n", $$1, $$2}' Makefile

setup: .venv/.run-ready $(APP)  ## install the program as .venv/bin/tidings

run: setup  ## serve Tidings at http://127.0.0.1:8080 (PORT=… for another port)
	@exec $(BIN)/tidings serve $(if $(PORT),--port $(PORT))

demo: setup  ## the same with a demo account and its own data in data/demo
	@TIDINGS_DATABASE_URL=sqlite:///./data/demo/tidings.db \
	  exec $(BIN)/tidings serve --demo $(if $(PORT),--port $(PORT))

test: test-app test-python  ## run every test, on SQLite, two PostgreSQLs and a Redis-protocol server

test-app: setup-dev
	@$(NPM) run --silent size >/dev/null
	@$(NPM) test --silent

test-python: setup-dev
	@sh tools/need_chromium.sh
	@sh tools/need_postgres.sh >/dev/null
	@$(BIN)/python -m pytest -n $(WORKERS) --maxprocesses 8 --dist worksteal

lint: setup-dev  ## mistakes, layout, types and import rules: nothing is run
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(NPM) run --silent lint
	@$(NPM) run --silent types

check: lint  ## lint, types, import rules and pure tests: under a minute
	@$(NPM) test --silent
	@$(BIN)/python -m pytest -q tests/core tests/house

soak: setup-dev  ## the long ones, before a release: kills, faults, histories, load (PARTS=…)
	@sh tools/need_chromium.sh
	@sh tools/need_postgres.sh >/dev/null
	@$(BIN)/python -m tools.soak $(PARTS)

bench: setup-dev  ## measure, and print the ratios beside those kept (QUICK=1: in minutes)
	@$(BIN)/python -m bench $(if $(QUICK),--quick) $(if $(KEEP),--keep)

screenshots: setup-dev  ## make the pictures in docs/screenshots again, from the demo
	@sh tools/need_chromium.sh
	@$(BIN)/python -m tools.screenshots

lighthouse: setup-dev  ## measure the built app by Lighthouse, which npm fetches
	@sh tools/need_chromium.sh
	@$(BIN)/python -m tools.lighthouse

format: setup-dev  ## put the code into its one layout
	@$(BIN)/ruff check --fix --quiet . || true
	@$(BIN)/ruff format .
	@$(NPM) run --silent format

lock: setup-dev  ## pin all requirements again, with hashes and without addresses
	@cd requirements && for name in build run dev; do \
	  ../$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 \
	    --generate-hashes --no-emit-index-url --no-emit-find-links --no-header \
	    $$name.in -o $$name.txt || exit 1; done

setup-dev: setup .venv/.dev-ready

.venv/.run-ready: requirements/run.txt requirements/build.txt pyproject.toml $(MOVED)
	@PYTHON="$(PYTHON)" sh tools/make_venv.sh
	@$(PIP) --require-hashes -r requirements/build.txt -r requirements/run.txt
	@$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

.venv/.dev-ready: requirements/dev.txt .venv/.run-ready
	@$(PIP) --require-hashes -r requirements/dev.txt
	@touch $@

# The build writes its page last, so that one cut short is begun again.
$(APP): $(APP_SOURCES) frontend/node_modules/.ready
	@$(NPM) run --silent build
	@touch $@

frontend/node_modules/.ready: frontend/package-lock.json
	@sh tools/need_node.sh
	@$(NPM) ci --silent
	@touch $@
