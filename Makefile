# Works on a machine with nothing but make and Python 3.11 to 3.15 with venv and pip.
# The environment, .venv, is made when it isn't there or is older than the lock.

.DEFAULT_GOAL := help
.PHONY: help demo test test-fast check format words docs pictures screens bench train players soak torture mutants release \
	cluster-demo lock

BIN := .venv/bin
FITS := import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 16))
PYTHON ?= $(shell for p in python3 python3.15 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c '$(FITS)' 2>/dev/null && echo $$p && break; done)
UV ?= uv
COMPILE = $(UV) pip compile --quiet --universal --python-version 3.11 --upgrade --generate-hashes \
	--custom-compile-command "make lock"
RESOLVE = $(COMPILE) pyproject.toml --group dev --extra cluster
NEEDS := import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["dependencies"], sep="\n")
INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check
LOCKED = $(INSTALL) --no-compile --constraint requirements.lock
# one more than there are cores: tests of commands and pages spend a fifth of their time waiting
WORKERS = $(shell $(PYTHON) -c 'import os; print(min(4, (os.cpu_count() or 1) + 1))')
# without it every process of the tests would compile their sources, and ours, again
unexport PYTHONDONTWRITEBYTECODE
TEST_ARGS ?= -n $(WORKERS) --dist loadfile --no-loadscope-reorder

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 14

demo: .venv/runtime ## a season, a logged night, an import, an own game, all compared: pages in demo/
	@$(BIN)/peder demo
	@echo "Open demo/index.html in a browser. In this checkout, type $(BIN)/peder for peder; the next step: docs/tutorial.md"

test: .venv/locked ## the tests that a change must pass (ten minutes); `.ci/nightly` runs the long forms as well
	$(BIN)/python -m pytest -m "not nightly" --junitxml build/tests.xml $(TEST_ARGS)

test-fast: .venv/locked ## most of them, without those that take longest (a minute and a half)
	$(BIN)/python -m pytest -m "not nightly" --fast $(TEST_ARGS)

check: .venv/locked ## style and types
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

format: .venv/locked ## format the code as `check` wants it
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

words: .venv/locked ## bring the catalogue of translations up to date with the texts in the code
	$(BIN)/python -m language

docs: .venv/docs ## write the reference into docs/reference/ and build the site of all documents in site/
	$(BIN)/python -m docs.reference
	$(BIN)/zensical build --clean --strict

pictures: .venv/locked ## make the pictures of the README again (needs chromium)
	$(BIN)/python -m docs.pictures

screens: .venv/locked ## pictures of every kind of page, for each reader and on paper, in build/screens/ (needs chromium)
	$(BIN)/python -m docs.screens

bench: .venv/bench ## speed, as ratios to the peers and to the floor (some minutes)
	$(BIN)/python -m bench

train: .venv/locked ## learn to play the games whose files don't fit their rules (two to three hours for all)
	nice $(BIN)/python -m engine.train
	nice $(BIN)/python -m engine.rules.deal_weights

players: .venv/locked ## measure how well the learned players play, into bench/measured/players.md (two hours for all)
	nice $(BIN)/python -m bench.players

soak: .venv/locked ## every card game at every table, 100,000 hands each, also at the edges (an hour)
	$(BIN)/python -m tests.soak 100000
	$(BIN)/python -m tests.engine.learning.pot_odds 48000

torture: .venv/locked ## a thousand killed writers, seasons at random, mutated input, damaged stores, full disks (hours)
	$(BIN)/python -m tests.torture

mutants: .venv/mutants ## small changes to the bank, the log's parser and the cards: does a test notice each? (an hour)
	for part in bank parser cards; do $(BIN)/python -m tests.mutants $$part; done

release: .venv/locked ## this platform's wheel, the sdist and an SBOM in dist/, built twice and checked (docs/releasing.md)
	.ci/release

cluster-demo: .venv/runtime ## ten games on a scheduler, two workers and a bucket: the same bytes as by threads
	$(BIN)/python -m tests.cluster

lock: ## resolve the dependencies again (needs uv)
	$(RESOLVE) --output-file requirements.lock
	$(RESOLVE) --resolution lowest-direct --output-file requirements-lowest.lock
	$(COMPILE) --group docs --constraint requirements.lock --output-file requirements-docs.lock
	$(COMPILE) --group release --constraint requirements.lock --output-file requirements-release.lock

# What peder needs, by the versions and hashes of the lock. A current pip first: the one that Python 3.11 brings takes
# twice as long. --no-compile: what is imported is compiled then. The kernels compile while pip waits for the network.
.venv/runtime: requirements.lock pyproject.toml
	@test -n "$(PYTHON)" || { echo "peder needs Python 3.11 to 3.15: install one, or name it: make PYTHON=…" >&2; exit 1; }
	@echo "Making the environment in .venv and compiling the games (about a minute the first time)"
	@set -e; began=$$(date +%s); \
	took() { printf '%5d s  %s\n' $$(($$(date +%s) - began)) "$$1"; }; \
	$(BIN)/python -c '$(FITS)' 2>/dev/null || $(PYTHON) -m venv --clear .venv; \
	$(BIN)/python -m pip --version >/dev/null 2>&1 || $(BIN)/python -m ensurepip >/dev/null; \
	$(INSTALL) --no-compile --upgrade pip; \
	$(LOCKED) numba numpy platformdirs; \
	{ PYTHONPATH=. $(BIN)/python -m engine.ahead games && took "the games compiled"; } & \
	{ PYTHONPATH=. $(BIN)/python -m engine.ahead rollout guts && took "what pages play out compiled"; } & \
	$(BIN)/python -c '$(NEEDS)' >.venv/needs; \
	$(LOCKED) hatchling --requirement .venv/needs; \
	$(INSTALL) --no-deps --no-build-isolation --editable .; \
	took "the environment in .venv"; \
	wait
	@touch $@

# What tests and checks need as well.
.venv/locked: .venv/runtime
	@echo "Adding the tools of the tests to .venv and compiling the other games"
	@$(BIN)/python -m engine.ahead & $(INSTALL) --no-compile --require-hashes -r requirements.lock && wait
	@touch $@

.venv/docs: .venv/locked requirements-docs.lock
	$(INSTALL) --require-hashes -r requirements-docs.lock
	@touch $@

.venv/bench: .venv/locked
	$(INSTALL) --no-build-isolation --editable '.[bench]'
	@touch $@

.venv/mutants: .venv/locked
	$(INSTALL) 'cosmic-ray>=8.7,<9'
	@touch $@
