"""The answer of /metrics, in the text format of Prometheus (version 0.0.4)."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from typing import Final

__all__ = ["Metrics"]

#: Upper bounds of the buckets of the histogram, in seconds.
_SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


class Metrics:
    """Counts of requests and sentences; only the thread of the event loop may use them."""

    def __init__(self) -> None:
        self._requests: Counter[tuple[str, int]] = Counter()
        self._buckets = [0] * (len(_SECONDS) + 1)
        self._seconds = 0.0
        self.sentences = 0

    def count(self, path: str, status: int, seconds: float) -> None:
        """Count a request that was answered.

        Args:
            path: the path of a known address, or "other".
            status: the status of the answer.
            seconds: the time until the answer, in seconds.
        """
        self._requests[path, status] += 1
        self._buckets[bisect_left(_SECONDS, seconds)] += 1
        self._seconds += seconds

    def text(self, busy: int) -> str:
        """Return the metrics as text.

        Args:
            busy: the number of requests that are being worked on or wait.
        """
        return "".join(f"{line}\n" for line in self._lines(busy))

    def _lines(self, busy: int) -> Iterator[str]:
        yield "# HELP simplifier_requests_total Requests answered, by address and status."
        yield "# TYPE simplifier_requests_total counter"
        for (path, status), count in sorted(self._requests.items()):
            yield f'simplifier_requests_total{{path="{path}",status="{status}"}} {count}'
        yield "# HELP simplifier_errors_total Requests refused or failed (status 400 or more)."
        yield "# TYPE simplifier_errors_total counter"
        errors = sum(count for (_, status), count in self._requests.items() if status >= 400)
        yield f"simplifier_errors_total {errors}"
        yield "# HELP simplifier_sentences_total Sentences rewritten."
        yield "# TYPE simplifier_sentences_total counter"
        yield f"simplifier_sentences_total {self.sentences}"
        yield "# HELP simplifier_busy Requests being worked on, and those that wait for it."
        yield "# TYPE simplifier_busy gauge"
        yield f"simplifier_busy {busy}"
        yield "# HELP simplifier_request_seconds Time to answer."
        yield "# TYPE simplifier_request_seconds histogram"
        so_far = 0
        for end, count in zip(_SECONDS, self._buckets, strict=False):
            so_far += count
            yield f'simplifier_request_seconds_bucket{{le="{end:g}"}} {so_far}'
        total = sum(self._buckets)
        yield f'simplifier_request_seconds_bucket{{le="+Inf"}} {total}'
        yield f"simplifier_request_seconds_sum {self._seconds:.6f}"
        yield f"simplifier_request_seconds_count {total}"
