# Two commands for a newcomer: `make site` and `make test`. Everything they need is set up in .venv by themselves.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
TEST_READY := $(VENV)/.test-ready
SEEDS ?= ../shared/seeds
SIZES ?= 20000,100000
OTHERS ?= 20000

.DEFAULT_GOAL := help
.PHONY: help site seeds test check lint types suites golden bench bench-search bench-wikitext bench-diffs bench-dumps bench-autolinks bench-site screenshots wheel clean

help: ## list the targets
	@awk -F':.*## ' '/^[a-z-]+:.*## /{printf "  make %-16s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

$(READY): pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed; found $$($(PYTHON) --version). Try make PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[archives]'
	@touch $@

$(TEST_READY): $(READY) pyproject.toml tools/browser.sh
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group dev
	sh tools/browser.sh $(BIN)/python
	@touch $@

site: $(READY) ## build the example game into build/site
	$(BIN)/ludex build -c examples/ludex.toml -o build/site

seeds: $(READY) ## build the five seed documents into build/seeds
	$(BIN)/ludex build $(SEEDS)/*.txt -o build/seeds

test: $(TEST_READY) ## run the tests, the browser's included
	$(BIN)/python -m pytest -q -n 2 -m 'not suite'

lint: $(TEST_READY) ## ruff
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(TEST_READY) ## mypy, strict
	$(BIN)/mypy

check: lint types test ## what CI runs: lint, types, test

suites: $(TEST_READY) ## the long suites
	$(BIN)/python -m pytest -q -m suite

golden: $(TEST_READY) ## write the golden files anew; review their diff like code
	LUDEX_GOLDEN=write $(BIN)/python -m pytest -q tests/golden

wheel: $(TEST_READY) ## build the wheel into dist/
	$(BIN)/python -m pip wheel --quiet --no-deps --wheel-dir dist .

bench: bench-dumps bench-wikitext bench-autolinks bench-diffs bench-search bench-site ## all benchmarks

bench-dumps: $(TEST_READY) ## reading dumps, beside mwxml
	$(BIN)/python bench/dumps.py

bench-wikitext: $(TEST_READY) ## rendering wikitext, beside pandoc
	$(BIN)/python bench/wikitext.py

bench-autolinks: $(TEST_READY) ## automatic links against hand-made ones
	$(BIN)/python bench/autolinks.py ../shared/corpora/infinity-wiki/*.xz

bench-diffs: $(TEST_READY) ## diffs, beside a greedy difflib matcher
	$(BIN)/python bench/diffs.py ../shared/corpora --dump ../shared/corpora/openttd/openttd-en-manual-history.xml.xz

bench-search: $(TEST_READY) ## search, beside Pagefind, MiniSearch and Lunr (SIZES=20000,100000 OTHERS=20000)
	sh bench/search/run.sh $(BIN)/python $(SIZES) $(OTHERS)

bench-site: $(TEST_READY) site ## weight and speed of the pages in a browser
	$(BIN)/python bench/site.py build/site

screenshots: $(TEST_READY) site ## pictures of the example's pages for docs/
	$(BIN)/python tools/screenshots.py build/site docs/pictures

clean: ## remove what make made
	rm -rf $(VENV) build/site build/seeds build/bench-* build/*.index dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
