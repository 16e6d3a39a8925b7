# `make demo` and `make test` each set up everything they need in a fresh clone.
# PYTHON names the interpreter to build the environment with (3.11 or newer).
PYTHON ?= python3
VENV := .venv
SOURCES := pyproject.toml CMakeLists.txt $(shell find base native languages lm rules simplifier evaluation tuning configs -type f \
	-not -name '*.so' -not -path '*/__pycache__/*')

.PHONY: demo test sanitize develop pages clean

demo: $(VENV)/installed
	$(VENV)/bin/simplify --diff --summary docs/examples/notice.txt docs/examples/leaflet.txt docs/examples/encyclopaedia.txt

test: $(VENV)/installed-tests .work/kenlm/bin/lmplz
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy
	$(VENV)/bin/pytest

# The core's tests under the address and undefined-behaviour sanitizers; about two minutes of compiling the first time.
sanitize: $(VENV)/installed-tests
	$(VENV)/bin/python -m pip install --quiet 'cmake>=3.20' 'nanobind>=3.1,<3.2'
	PATH="$(CURDIR)/$(VENV)/bin:$$PATH" $(VENV)/bin/python scripts/sanitize.py

# Only training needs it. Where it cannot be built the command says which Debian packages are missing, and the
# tests of training say that they are skipped.
.work/kenlm/bin/lmplz: $(VENV)/installed-tests
	-$(VENV)/bin/simplifier lm setup .work/kenlm/bin

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: $(VENV)/bin/python $(SOURCES)
	$(VENV)/bin/python -m pip install --quiet .
	touch $@

$(VENV)/installed-tests: $(VENV)/bin/python $(SOURCES)
	$(VENV)/bin/python -m pip install --quiet '.[test]'
	touch $@ $(VENV)/installed

# For work on the code, the scripts and the benchmarks: the environment follows the checkout.
develop: $(VENV)/bin/python
	$(VENV)/bin/python -m pip install --quiet --editable '.[test]'

# What README.md and pages of the guide show of commands, after the model or an output has changed.
pages: develop
	$(VENV)/bin/python -m scripts.shown_outputs

clean:
	rm -rf $(VENV) build
