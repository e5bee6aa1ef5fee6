"""The metrics of a server by name: what each of them means, and in which steps times are counted.

Needs no library: the manual's table is made from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from attrs import frozen

Kind = Literal["gauge", "counter", "histogram"]
Figures = Mapping[str, float | Mapping[str, float]]
"""By name of a gauge or counter its value, or the values by label."""


@frozen
class Family:
    """A metric: one figure, or one for each value of its label."""

    name: str
    kind: Kind
    about: str
    label: str = ""
    """Its only label; empty if it has none."""
    steps: tuple[float, ...] = ()
    """The upper ends of a histogram's buckets, in seconds."""


_FAST = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
_REQUEST = (*_FAST, 5.0, 10.0)
_SEARCH = (0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 7.5, 10.0, 15.0)

FAMILIES: Final = (
    Family("caravan_ready", "gauge", "1 if `/readyz` says so, 0 if not."),
    Family("caravan_info", "gauge", "Always 1; the label is the program's version.", "version"),
    Family("caravan_uptime_seconds", "gauge", "Since the server has started."),
    Family("caravan_sessions", "gauge", "Players whose app is connected."),
    Family("caravan_connections", "gauge", "SSH connections, also those that have not signed in."),
    Family("caravan_accounts", "gauge", "Accounts, connected or not."),
    Family(
        "caravan_tables",
        "gauge",
        "Open matches: `people` with other people, `alone` against computer players only.",
        "kind",
    ),
    Family("caravan_unsaved_tables", "gauge", "Open matches whose last save has failed."),
    Family("caravan_search_workers", "gauge", "Processes that search."),
    Family("caravan_searches_running", "gauge", "Searches that have a worker."),
    Family("caravan_searches_waiting", "gauge", "Searches that wait for a worker: the queue."),
    Family(
        "caravan_request_seconds",
        "histogram",
        "From a session's request to its answer, at the bus: `Act` is a move, from the key to the "
        "server's answer without the line to the player. `GetHint` and `SearchRequest` search.",
        "request",
        _REQUEST,
    ),
    Family(
        "caravan_search_seconds",
        "histogram",
        "From the request for a search to its result, waiting included: `move` of a computer "
        "player, `hint`, `analysis`.",
        "purpose",
        _SEARCH,
    ),
    Family(
        "caravan_search_fallbacks_total",
        "counter",
        "Searches that ended without a result of a worker: a quick move was played, or none given.",
    ),
    Family("caravan_save_seconds", "histogram", "Writing one match to the disk.", steps=_REQUEST),
    Family("caravan_save_failures_total", "counter", "Saves of a match that the disk refused."),
    Family(
        "caravan_refused_requests_total",
        "counter",
        "Requests of sessions that a limit refused, or that the session may not make "
        "(`not_permitted`).",
        "reason",
    ),
    Family(
        "caravan_refused_connections_total",
        "counter",
        "What was refused at the SSH door, by the `what` of the log's lines `refused`.",
        "reason",
    ),
    Family(
        "caravan_closed_connections_total",
        "counter",
        "Connections that the server closed, by the `what` of the log's lines `closed`.",
        "reason",
    ),
    Family(
        "caravan_lease_changes_total",
        "counter",
        "Of a host of a cluster: matches that it has `taken`, `given` to another host, or `lost`.",
        "change",
    ),
    Family("caravan_crashes_total", "counter", "Unexpected errors that have a number in the log."),
    Family(
        "caravan_loop_lag_seconds",
        "histogram",
        "How late the event loop wakes, looked at twice a second: every answer waits for it.",
        steps=_FAST,
    ),
)

REFUSALS: Final = frozenset(
    {
        "no_space_left",
        "not_permitted",
        "too_many_codes",
        "too_many_matches",
        "too_many_requests",
        "too_many_saved",
        "too_many_tables",
        "too_many_waiting",
    }
)
"""The codes of refusals that are counted: those of limits."""
