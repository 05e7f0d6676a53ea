# `make check` and `make test` set everything up by themselves; all they need is Python and make.

PYTHON ?= python3
UV ?= uv
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.stamp
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check --no-input

.PHONY: check test deep certificates verify bench figures docs format lock clean
.DELETE_ON_ERROR:

check: $(STAMP)  ## every shipped scenario in every edition, in one table
	$(BIN)/stackproof check

test: $(STAMP)  ## style, types and tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest -n auto

deep: $(STAMP)  ## the long checks
	$(BIN)/pytest -n auto -m deep

certificates: $(STAMP)  ## proves all laws for every deck and writes certificates
	$(BIN)/stackproof prove --certificates proofs/certificates || test $$? = 3

verify: $(STAMP)  ## checks the certificates again, by two solvers
	$(BIN)/stackproof prove --verify

bench: $(STAMP)  ## speed and memory, also of other checkers
	$(BIN)/python -m bench

docs: $(STAMP)  ## the documentation site, in build/docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet

figures: $(STAMP)  ## the same up to 10^8 states, into docs/performance.md (some 20 minutes, 5 GB)
	$(BIN)/python -m bench --rungs 5 --json docs/performance.json --page docs/performance.md

format: $(STAMP)  ## rewrites the sources in the project's style
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .

# The set-up, done once, and again when the lock or the project file changes. It needs the network
# only for what is not installed yet.
$(STAMP): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 15))' 2>/dev/null || \
	{ echo "stackproof needs Python 3.11 to 3.14, and $(PYTHON) is not: use make PYTHON=python3.12 or the like" >&2; exit 1; }
	@echo "setting up $(VENV)"
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) install --only-binary :all: --require-hashes -r requirements.lock
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

# Keeps the locked versions where they still fit; `make lock LOCK=--upgrade` takes the newest.
lock:  ## pins every package that the project, its tests and its benchmarks need
	@command -v $(UV) >/dev/null || { echo "make lock needs uv: pip install uv" >&2; exit 1; }
	$(UV) pip compile --quiet --universal --python-version 3.11 --fork-strategy fewest \
	--group dev --group bench --generate-hashes --no-emit-index-url --no-emit-find-links \
	--custom-compile-command "make lock" --output-file requirements.lock $(LOCK) pyproject.toml

clean:  ## removes what make has made
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name .git -prune -o -name __pycache__ -prune -exec rm -rf {} +
