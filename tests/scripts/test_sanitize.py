from __future__ import annotations

from scripts.sanitize import CORE_TESTS, PROJECT, THREAD_TESTS, own_reports

INTERPRETER_LEAK = """Direct leak of 64 byte(s) in 1 object(s) allocated from:
    #0 0x7f in malloc
    #1 0x7f in PyObject_Malloc"""
CORE_LEAK = """Direct leak of 262160 byte(s) in 1 object(s) allocated from:
    #0 0x7f in operator new[](unsigned long)
    #1 0x7f in simplifier::Arena::NewBlock(unsigned long)"""
ADDRESS = "==1==ERROR: AddressSanitizer: heap-use-after-free\n    #0 in simplifier::KBest::Get"
UNDEFINED = "simplifier/core/src/search/kbest.cc:9:1: runtime error: signed integer overflow"
RACE = "==================\nWARNING: ThreadSanitizer: data race (pid=1)"


def test_reports_about_the_core_are_told_from_leaks_of_the_interpreter() -> None:
    log = "\n\n".join([INTERPRETER_LEAK, CORE_LEAK, ADDRESS, UNDEFINED, RACE, "SUMMARY: 2 leaks"])
    assert own_reports(log) == [CORE_LEAK, ADDRESS, UNDEFINED, RACE]
    assert own_reports(INTERPRETER_LEAK) == []


def test_the_tests_of_the_core_exist() -> None:
    assert [one for one in CORE_TESTS + THREAD_TESTS if not (PROJECT / one).exists()] == []
