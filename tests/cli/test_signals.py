"""Signals while a program starts, and when its outcome is known."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

PROGRAM = """
import atexit, os, signal, sys
import click
from simplifier.cli.failures import run

def send(): os.kill(os.getpid(), int(sys.argv[1]))

@click.command(context_settings={"ignore_unknown_options": True, "allow_extra_args": True})
@click.argument("number")
def command(number):
    print("whole")
    atexit.register(send)

def load():
    if sys.argv[2] == "loading": send()
    return command

run(load, "program")
"""


def ended(number: int, moment: str) -> tuple[int, str, str]:
    """Run a program that sends itself a signal at a moment."""
    command = [sys.executable, "-c", PROGRAM, str(int(number)), moment]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_on_the_way_out_changes_nothing(number: int) -> None:
    assert ended(number, "at the end") == (0, "whole\n", "")


def test_an_interrupted_start_is_one_line() -> None:
    assert ended(signal.SIGINT, "loading") == (130, "", "error: interrupted\n")
