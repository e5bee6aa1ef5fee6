"""The page `/metrics`: what a server does, in figures, in the text format of Prometheus.

Most figures are read when the page is made; times are told as they happen. No label holds anything
that a client has chosen: only words that stand in this program.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator
from time import monotonic

import prometheus_client
from prometheus_client import CollectorRegistry, Counter, Histogram
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector

from caravan_tui.bus.messages import Message, Refused, SearchRequest, SearchResult
from caravan_tui.probes.catalogue import FAMILIES, REFUSALS, Figures
from caravan_tui.probes.http import Page

FRESH = 1.0
"""Seconds for which a page is given again, so that whoever asks all the time costs nothing."""
BEAT = 0.5
"""Seconds between two looks at how late the event loop is."""

_BY_NAME = {family.name: family for family in FAMILIES}


class Metrics:
    """The figures of one server."""

    def __init__(self, figures: Callable[[], Awaitable[Figures]]) -> None:
        """`figures` reads those of gauges, and of the counters that are kept elsewhere."""
        prometheus_client.disable_created_metrics()  # type: ignore[no-untyped-call]
        self._figures = figures
        self._registry = CollectorRegistry()
        self._requests = self._histogram("caravan_request_seconds")
        self._searches = self._histogram("caravan_search_seconds")
        self._saves = self._histogram("caravan_save_seconds")
        self._lags = self._histogram("caravan_loop_lag_seconds")
        self._refusals = self._counter("caravan_refused_requests_total")
        self._fallbacks = self._counter("caravan_search_fallbacks_total")
        self._failures = self._counter("caravan_save_failures_total")
        self._read = _Read()
        self._registry.register(self._read)
        prometheus_client.ProcessCollector(registry=self._registry)
        self._text = b""
        self._made = -FRESH
        self._lock = asyncio.Lock()
        self._beating: asyncio.Task[None] | None = None

    def _histogram(self, name: str) -> Histogram:
        family = _BY_NAME[name]
        labels = [family.label] if family.label else []
        return Histogram(name, family.about, labels, registry=self._registry, buckets=family.steps)

    def _counter(self, name: str) -> Counter:
        family = _BY_NAME[name]
        labels = [family.label] if family.label else []
        return Counter(name, family.about, labels, registry=self._registry)

    def start(self) -> None:
        """Begin to look at the event loop."""
        self._beating = asyncio.get_running_loop().create_task(self._beat(), name="loop lag")

    def close(self) -> None:
        """Stop looking at the event loop."""
        if self._beating is not None:
            self._beating.cancel()

    async def _beat(self) -> None:
        while True:
            due = monotonic() + BEAT
            await asyncio.sleep(BEAT)
            self._lags.observe(max(0.0, monotonic() - due))

    # What happens

    def on_answered(self, request: Message, answer: Message, seconds: float) -> None:
        """A session's request was answered."""
        self._requests.labels(type(request).__name__).observe(seconds)
        if isinstance(answer, Refused) and answer.code in REFUSALS:
            self._refusals.labels(answer.code).inc()

    def on_searched(self, request: SearchRequest, result: SearchResult, background: bool) -> None:
        """A search has ended; `background`: nobody waits for a move."""
        purpose = "analysis" if background else "move" if request.match else "hint"
        self._searches.labels(purpose).observe(result.seconds)
        if result.fallback:
            self._fallbacks.inc()

    def on_saved(self, seconds: float, is_saved: bool) -> None:
        """A match was written, or could not be."""
        self._saves.observe(seconds)
        if not is_saved:
            self._failures.inc()

    # The page

    async def page(self) -> Page:
        """All figures. The event loop only reads them; they are put into words in a thread."""
        async with self._lock:
            if monotonic() - self._made >= FRESH:
                self._read.figures = await self._figures()
                self._text = await asyncio.to_thread(
                    prometheus_client.generate_latest, self._registry
                )
                self._made = monotonic()
        return Page(self._text, kind=prometheus_client.CONTENT_TYPE_LATEST)


class _Read(Collector):
    """Gauges and counters that are read when the page is made."""

    def __init__(self) -> None:
        self.figures: Figures = {}

    def describe(self) -> Iterable[prometheus_client.Metric]:
        return ()

    def collect(self) -> Iterator[GaugeMetricFamily | CounterMetricFamily]:
        for name, figure in self.figures.items():
            family = _BY_NAME[name]
            make = GaugeMetricFamily if family.kind == "gauge" else CounterMetricFamily
            if isinstance(figure, (int, float)):
                yield make(name, family.about, figure)
                continue
            labelled = make(name, family.about, labels=[family.label])
            for label, value in figure.items():
                labelled.add_metric([label], value)
            yield labelled
