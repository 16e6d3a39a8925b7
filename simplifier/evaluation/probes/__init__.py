"""Tests of an editor: traps left alone, hard words found, changes that may stand."""
