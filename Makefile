# Everything below sets itself up: a machine needs python3.11, pip, make and the package registry.

PYTHON ?= $(shell command -v python3.11 || command -v python3.12 || command -v python3.13 || echo python3)
VENV_PYTHON := .venv/bin/python
UP ?=

# The caller's own Python and Django surroundings must not reach ours.
unexport PYTHONPATH PYTHONHOME VIRTUAL_ENV DJANGO_SETTINGS_MODULE

.PHONY: help run test check bench load soak screenshots locks base dev

help:
	@echo "make run    serve the demo on this machine    (UP='--lan --port 8080' passes options on)"
	@echo "make test   test what this machine can test, in a few minutes"
	@echo "make check  style, types, import rules, migrations, locks"
	@echo "make bench  measure speed; make load: many spectators and tables; make soak: long runs"
	@echo "make screenshots  remake docs/screenshots; make locks: renew requirements/*.txt"

run: base
	@exec $(VENV_PYTHON) manage.py up --demo $(UP)

test: dev
	@$(VENV_PYTHON) -m pytest -m "not ci and not soak" -q

check: dev
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy .
	.venv/bin/lint-imports
	DATABASE_URL=sqlite:///:memory: $(VENV_PYTHON) manage.py makemigrations --check --dry-run
	@if grep -nE 'https?://' requirements/base.txt requirements/dev.txt requirements/bench.txt; then \
		echo "a lock file names a URL"; exit 1; fi

bench:
	@$(PYTHON) requirements/install.py bench
	@$(VENV_PYTHON) -m pytest tests/load/test_bench.py -m soak -q -s

load: dev
	@$(VENV_PYTHON) -m pytest tests/load/test_load.py -m soak -q -s

soak: dev
	@$(VENV_PYTHON) -m pytest -m soak -q -s

screenshots: dev
	@$(VENV_PYTHON) -m tests.browser.screenshots

locks: dev
	.venv/bin/uv pip compile --universal --generate-hashes --python-version 3.11 --no-header \
		--quiet requirements/base.in -o requirements/base.txt
	.venv/bin/uv pip compile --universal --generate-hashes --python-version 3.11 --no-header \
		--quiet requirements/dev.in -o requirements/dev.txt
	.venv/bin/uv pip compile --universal --generate-hashes --python-version 3.11 --no-header \
		--quiet requirements/bench.in -o requirements/bench.txt

base:
	@$(PYTHON) requirements/install.py base

dev:
	@$(PYTHON) requirements/install.py dev
