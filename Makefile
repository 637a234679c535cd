# Everything that a person runs here. `make demo` and `make test` need nothing but
# Python 3.11+ with its venv module; all else goes into .venv.
PYTHON ?= python3
BIN := .venv/bin
INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check
COMPILE = uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate

.PHONY: help demo test live api-fuzz e2e kits lint package compiled bench soak busy hosts requirements clean

help:
	@echo "make demo          the arena with a tournament of each game, at http://127.0.0.1:8000"
	@echo "make test          all tests but the browser's and the live ones, on a PostgreSQL and a Redis of their own"
	@echo "make live          the tests that start a whole arena, the built package or another system"
	@echo "make api-fuzz      hundreds of requests to each operation of the API, other ones each time"
	@echo "make e2e           the site in Chromium; leaves screenshots in screenshots/"
	@echo "make kits          every starter kit built, tested and played (needs their compilers)"
	@echo "make lint          ruff, mypy and import-linter"
	@echo "make package       wheel and source distribution in dist/, tried in an empty environment"
	@echo "make compiled      the engine as C extensions in build/compiled (needs a C compiler)"
	@echo "make bench         speed of the engine, the referee and the queue"
	@echo "make soak          a thousand matches of hostile bots: what do they leave behind?"
	@echo "make busy          the clocks on a busy machine: does any bot lose time?"
	@echo "make hosts         the sandbox on other hosts, in virtual machines (needs root and QEMU)"
	@echo "make clean         remove everything that make has created, but no data"
	@echo "make requirements  pin the dependencies again; keeps versions that still fit (needs uv)"

demo: .venv/runtime
	@exec $(BIN)/python manage.py demo $(ARGS)

# Two processes, each with servers of its own. ARGS="-n 0" runs all tests in one. In their order,
# for the longest files have few tests: by number of tests, they would come last, one process idle.
test: .venv/develop
	$(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder $(ARGS)

# Slow, and as a whole what `make test` proves piece by piece.
live: .venv/develop
	$(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder -m live $(ARGS)

# What it finds, it prints as a curl command.
api-fuzz: .venv/develop
	API_FUZZ_EXAMPLES=$${API_FUZZ_EXAMPLES:-200} $(BIN)/python -m pytest -n 0 --timeout 1200 tests/arena/api/test_fuzzing.py $(ARGS)

# Chromium comes from the system. Each test starts from a browser and a server that really run.
e2e: .venv/e2e
	$(BIN)/python -m tests.browser.chromium
	$(BIN)/python -m pytest -o addopts= -p no:django -q --durations=5 tests/browser $(ARGS)

# A compiler that is missing fails a test. KITS="c rust" tests only these.
KITS ?= python python-training javascript c cpp rust go java
kits: .venv/develop
	TEST_KITS="$(KITS)" $(BIN)/python -m pytest -n 2 --dist load tests/referee/kits $(ARGS)

lint: .venv/develop
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy engine strategy referee training arena
	$(BIN)/lint-imports

# SOURCE_DATE_EPOCH, if set, is the time of the files in both.
package: .venv/develop
	rm -rf dist
	$(BIN)/python -m hatchling build --directory dist
	$(BIN)/python -m tests.package dist/*.whl

bench: .venv/bench
	$(BIN)/python -m bench $(ARGS)

soak: .venv/develop
	$(BIN)/python -m bench.soak $(ARGS)

busy: .venv/develop
	$(BIN)/python -m bench.busy $(ARGS)

hosts: .venv/develop
	$(BIN)/python -m tests.hosts $(ARGS)

# The engine as C extensions, for those who search or train: PYTHONPATH=build/compiled
compiled: .venv/develop
	$(BIN)/python -m bench.compiled

# A stamp for each set, so that nothing is installed twice.
.venv/runtime: requirements-build.txt requirements.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Goat Arena needs Python 3.11 or newer; point to one with make PYTHON=/path/to/python3"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' || \
		{ echo "Python's venv module is missing: apt-get install python3-venv"; exit 1; }
	$(PYTHON) -m venv .venv
	$(INSTALL) --require-hashes -r requirements-build.txt -r requirements.txt
	$(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

.venv/develop: requirements-dev.txt .venv/runtime
	$(INSTALL) --require-hashes -r requirements-dev.txt
	@touch $@

.venv/e2e: requirements-e2e.txt .venv/develop
	$(INSTALL) --require-hashes -r requirements-e2e.txt
	@touch $@

.venv/bench: requirements-bench.txt .venv/develop
	$(INSTALL) --require-hashes -r requirements-bench.txt
	@touch $@

requirements:
	$(COMPILE) --group pyproject.toml:build -o requirements-build.txt
	$(COMPILE) --extra server pyproject.toml -o requirements.txt
	$(COMPILE) --extra server --extra dev pyproject.toml -o requirements-dev.txt
	$(COMPILE) --constraint requirements-dev.txt --extra server --extra bench pyproject.toml -o requirements-bench.txt
	$(COMPILE) --constraint requirements-dev.txt --extra server --extra e2e pyproject.toml -o requirements-e2e.txt

clean:
	rm -rf .venv build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
