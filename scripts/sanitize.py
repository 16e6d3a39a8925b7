"""Build the native core with sanitizers and run its tests under them.

    python scripts/sanitize.py                     # address and undefined behaviour
    python scripts/sanitize.py --sanitizers thread # code that runs in several threads

Needs a C++ compiler with its sanitizer libraries, and CMake and nanobind in the environment. The exit code is 0 only if
the tests pass, no sanitizer reports anything about the core, and no memory that the core allocated is left at the end.
Memory that the interpreter itself keeps does not count.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent

# Tests that exercise every part of the core: table, parser, decoder, k-best, language models, tagger, metrics.
CORE_TESTS = (
    "tests/core",
    "tests/lm/test_chart_state.py",
    "tests/lm/test_model.py",
    "tests/languages/en/test_tagger.py",
    "tests/simplifier/decoder/test_decoder.py",
    "tests/simplifier/decoder/test_decoder_features.py",
    "tests/simplifier/decoder/test_class_models.py",
    "tests/simplifier/decoder/test_decoder_robustness.py",
    "tests/simplifier/decoder/test_constraints.py",
    "tests/simplifier/decoder/test_target_lattices.py",
    "tests/simplifier/test_given_input.py",
    "tests/simplifier/decoder/test_search.py",
    "tests/evaluation/metrics/test_kernel.py",
    "tests/tuning/test_envelope.py",
)

# Tests of code that runs in several threads: decoder, k-best lists, tagger, parser, tables, pipeline, server.
THREAD_TESTS = (
    "tests/simplifier/decoder/test_decoder.py",
    "tests/simplifier/decoder/test_decoder_features.py",
    "tests/simplifier/decoder/test_decoder_robustness.py",
    "tests/simplifier/decoder/test_constraints.py",
    "tests/simplifier/decoder/test_reranker.py",
    "tests/simplifier/decoder/test_selection.py",
    "tests/simplifier/test_pipeline.py",
    "tests/simplifier/test_python_interface.py",
    "tests/simplifier/batch/test_batch.py",
    "tests/simplifier/server/test_api.py",
    "tests/simplifier/web/test_connections.py",
    "tests/simplifier/server/test_limits.py",
    "tests/simplifier/server/test_serve_command.py",
    "tests/languages/en/test_tagger.py",
    "tests/languages/test_parser.py",
    "tests/rules/tables",
    "tests/evaluation/metrics/test_kernel.py",
)

_ERRORS = ("ERROR: AddressSanitizer", "runtime error:", "WARNING: ThreadSanitizer")
_LIBRARIES = {"address": "libasan.so", "undefined": "libubsan.so", "thread": "libtsan.so"}


def build(sanitizers: str, folder: Path, jobs: int) -> None:
    """Build the core in a folder; only code that changed since the last time is compiled."""
    configure = ["cmake", "-S", str(PROJECT), "-B", str(folder), "-DCMAKE_BUILD_TYPE=None"]
    configure += [f"-DSIMPLIFIER_SANITIZE={sanitizers}", f"-DPython_EXECUTABLE={sys.executable}"]
    if shutil.which("ninja") and not (folder / "CMakeCache.txt").exists():
        configure += ["-G", "Ninja"]
    subprocess.run(configure, check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", str(folder), "--parallel", str(jobs)], check=True)


def assemble(folder: Path) -> Path:
    """Return a folder that holds the package by links, with the sanitized core in `simplifier/core`."""
    packages = folder / "packages"
    shutil.rmtree(packages, ignore_errors=True)
    package = packages / "simplifier"
    package.mkdir(parents=True)
    for path in (PROJECT / "simplifier").iterdir():
        if path.name != "core":
            (package / path.name).symlink_to(path.resolve())
    unwanted = shutil.ignore_patterns("src", "bindings", "cmake", "__pycache__", "*.so")
    shutil.copytree(PROJECT / "simplifier" / "core", package / "core", ignore=unwanted)
    for core in folder.glob("_core*.so"):
        shutil.copy(core, package / "core")
    return packages


def environment(sanitizers: str, packages: Path) -> dict[str, str]:
    """Return the environment variables of a Python process that loads a sanitized extension."""
    compiler = os.environ.get("CXX", "g++")
    libraries = []
    for name in sanitizers.split(","):
        command = [compiler, f"-print-file-name={_LIBRARIES[name]}"]
        libraries.append(subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip())
    return {
        **os.environ,
        "LD_PRELOAD": " ".join(libraries),
        "PYTHONPATH": str(packages),
        "PYTHONSAFEPATH": "1",  # otherwise Python would import the package of the checkout
        "PYTHONMALLOC": "malloc",  # the interpreter's own allocator hides errors
        "ASAN_OPTIONS": "detect_leaks=1:allocator_may_return_null=1",
        "LSAN_OPTIONS": "exitcode=0:max_leaks=0",
        "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1",
        "TSAN_OPTIONS": "halt_on_error=1:ignore_noninstrumented_modules=1:die_after_fork=0:handle_segv=0",
    }


def own_reports(log: str) -> list[str]:
    """Return the sanitizers' reports on the core from a log; leaks of the interpreter are left out."""
    reports = []
    for block in re.split(r"\n\s*\n", log):
        leak = "simplifier::" in block and "leak of" in block
        if leak or any(mark in block for mark in _ERRORS):
            reports.append(block)
    return reports


def run_tests(sanitizers: str, packages: Path, tests: Sequence[str]) -> bool:
    """Run tests under the sanitizers and print their reports; return True if all tests pass without reports."""
    variables = environment(sanitizers, packages)
    where = [sys.executable, "-c", "import simplifier.core._core; print(simplifier.core._core.__file__)"]
    loaded = subprocess.run(where, env=variables, check=True, stdout=subprocess.PIPE, text=True).stdout
    if not loaded.startswith(str(packages)):
        print(f"Python loads {loaded.strip()}, not the sanitized core; is the project installed as editable?")
        return False
    # The sanitizers write to the standard error of the process, not to Python's, which --capture=sys catches.
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--capture=sys", *tests]
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as log:
        status = subprocess.run(command, cwd=PROJECT, env=variables, stderr=log).returncode
        log.seek(0)
        reports = own_reports(log.read())
    for report in reports:
        print(report, end="\n\n")
    print(f"sanitizers {sanitizers}: tests ended with {status}, {len(reports)} reports about the core")
    return status == 0 and not reports


def main() -> None:
    """Build the core and run the tests; exit with 1 if anything was found."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("tests", nargs="*", help="default: the tests of the core, or those of threads")
    parser.add_argument("--sanitizers", default="address,undefined", choices=["address,undefined", "thread"])
    parser.add_argument("--folder", type=Path, help="where to build (default: build/sanitize-NAME)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    tests = options.tests or (THREAD_TESTS if options.sanitizers == "thread" else CORE_TESTS)
    folder = options.folder or PROJECT / "build" / f"sanitize-{options.sanitizers.replace(',', '-')}"
    build(options.sanitizers, folder, options.jobs)
    sys.exit(0 if run_tests(options.sanitizers, assemble(folder), tests) else 1)


if __name__ == "__main__":
    main()
