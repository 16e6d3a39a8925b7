# `make demo` and `make test` each set up everything they need in a fresh clone.
# PYTHON names the interpreter to build the environment with (3.11 or newer).
PYTHON ?= python3
VENV := .venv
COMMA := ,
EMPTY :=
SPACE := $(EMPTY) $(EMPTY)
SOURCES := pyproject.toml CMakeLists.txt $(shell find simplifier lm rules tuning configs -type f \
	-not -name '*.so' -not -path '*/__pycache__/*')

# What `make lock` and `make lowest` resolve: all that tests and builds take, and the smaller extras.
EXTRAS := test estimate lsp metrics parquet plot selection server
RESOLVE := pip compile --quiet --no-emit-index-url --python-version 3.11 $(addprefix --extra ,$(EXTRAS)) pyproject.toml

.PHONY: demo test sanitize develop pages clean lock locked lowest sbom wheels

demo: $(VENV)/installed
	$(VENV)/bin/simplify --diff --summary docs/examples/health.txt docs/examples/money.txt docs/examples/visas.txt

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

# Built once; demo and tests install the same file, and a test tries it in an environment of its own.
$(VENV)/built: $(VENV)/bin/python $(SOURCES)
	rm -rf $(VENV)/wheel
	$(VENV)/bin/python -m pip wheel --quiet --no-deps --wheel-dir $(VENV)/wheel .
	touch $@

$(VENV)/installed: $(VENV)/built
	$(VENV)/bin/python -m pip install --quiet --force-reinstall --no-deps $(VENV)/wheel/*.whl
	$(VENV)/bin/python -m pip install --quiet $(VENV)/wheel/*.whl
	touch $@

$(VENV)/installed-tests: $(VENV)/installed
	$(VENV)/bin/python -m pip install --quiet "$$(echo $(VENV)/wheel/*.whl)[test]"
	touch $@

# For work on the code, the scripts and the benchmarks: the environment follows the checkout.
develop: $(VENV)/bin/python
	$(VENV)/bin/python -m pip install --quiet --config-settings=build-dir='$(CURDIR)/$(VENV)/core' --editable '.[test]'

# What README.md and pages of the guide show of commands, after the model or an output has changed.
pages: develop
	$(VENV)/bin/python -m scripts.shown_outputs

# requirements/lock.txt anew: newest versions that fit, with the sha256 of every file.
lock: $(VENV)/bin/python
	$(VENV)/bin/python -m pip install --quiet uv
	$(VENV)/bin/uv $(RESOLVE) requirements/build.in --universal --upgrade --generate-hashes \
		--custom-compile-command 'make lock' --output-file requirements/lock.txt

# The environment of the tests by the lock file: no file that has another hash, no version that nobody tried.
locked: $(VENV)/bin/python
	$(VENV)/bin/python -m pip install --quiet --require-hashes --requirement requirements/lock.txt
	PATH="$(CURDIR)/$(VENV)/bin:$$PATH" $(VENV)/bin/python -m pip install --quiet --no-deps --no-build-isolation .
	touch $(VENV)/built $(VENV)/installed $(VENV)/installed-tests

# The quick tests with the oldest versions that pyproject.toml allows, in an environment of its own.
lowest:
	$(PYTHON) -m venv $(VENV)-lowest
	$(VENV)-lowest/bin/python -m pip install --quiet uv
	$(VENV)-lowest/bin/uv $(RESOLVE) --resolution lowest-direct \
		--custom-compile-command 'make lowest' --output-file requirements/lowest.txt
	$(VENV)-lowest/bin/python -m pip install --quiet --constraint requirements/lowest.txt '.[$(subst $(SPACE),$(COMMA),$(EXTRAS))]'
	$(VENV)-lowest/bin/pytest -m 'not slow'

# What the project is made of, for tools that compare it with lists of known faults.
sbom: develop
	$(VENV)/bin/python -m scripts.supply.sbom --output dist/simplifier.cdx.json

# Wheel and source distribution with their checksums; built twice in different folders, and the same.
wheels: develop
	$(VENV)/bin/python -m pip install --quiet build
	$(VENV)/bin/python -m scripts.supply.wheels --output dist

clean:
	rm -rf $(VENV) $(VENV)-lowest build dist
