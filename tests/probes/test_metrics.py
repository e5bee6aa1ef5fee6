"""The page `/metrics` of a server: right figures, and nothing about a person or a match."""

from __future__ import annotations

import asyncio
import errno
import os
from collections.abc import AsyncIterator
from itertools import count
from pathlib import Path
from time import monotonic

import pytest
from prometheus_client.parser import text_string_to_metric_families

from caravan_tui import files
from caravan_tui.bus import messages
from caravan_tui.bus.lobby_messages import JoinMatch, Seated
from caravan_tui.bus.messages import Act, Done, Refused, SearchRequest, SearchResult, table_topic
from caravan_tui.bus.socket import SocketBus
from caravan_tui.games import registry
from caravan_tui.probes import metrics as metrics_page
from caravan_tui.probes.catalogue import FAMILIES, REFUSALS
from caravan_tui.server.accounts import account_id_of
from caravan_tui.serving import Server
from tests.hidden.markers import forms, hidden_forms, search
from tests.probes.http_client import get
from tests.server.lobby_harness import AnyMove, LobbyClient, create_request, server_config
from tests.support.stub_spawner import StubSpawner
from tests.support.until import until

Samples = dict[tuple[str, str], float]
"""By name and label, empty without one."""


@pytest.fixture
async def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Server]:
    monkeypatch.setattr(metrics_page, "FRESH", 0.0)
    config = server_config(tmp_path, metrics=("127.0.0.1", 0))
    server = Server(config, pace=0.0, spawner=StubSpawner())
    server.pool = AnyMove()
    await server.start()
    yield server
    await server.stop()


def port_of(server: Server) -> int:
    assert server.probes is not None
    return int(server.probes.address.rpartition(":")[2])


async def connect(server: Server, name: str) -> LobbyClient:
    account = await server.accounts.create(account_id_of(name), name)
    client = await server.lobby.admit(account, "127.0.0.1")
    assert client is not None
    return LobbyClient(client, await SocketBus.connect(server.bus_server.path, client.token))


async def page(server: Server) -> str:
    status, text = await get(port_of(server), "/metrics")
    assert status == 200
    return text


def samples(text: str) -> Samples:
    figures: Samples = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            label = next((v for k, v in sample.labels.items() if k != "le"), "")
            if "le" not in sample.labels:
                figures[sample.name, label] = sample.value
    return figures


async def test_every_listed_metric_is_served_and_no_other(server: Server) -> None:
    served = {family.name for family in text_string_to_metric_families(await page(server))}
    served |= {f"{name}_total" for name in served}
    listed = {family.name for family in FAMILIES}
    assert listed <= served
    assert {name for name in served if not name.endswith("_total")} <= {
        *(name.removesuffix("_total") for name in listed),
        *(name for name in served if name.startswith("process_")),
    }


async def test_a_move_between_people_is_counted_and_nothing_hidden_is_told(
    server: Server,
) -> None:
    anna, ben = await connect(server, "Annabella"), await connect(server, "Benedikt")
    made = await anna.ask(create_request(private=True))
    assert isinstance(made, Seated)
    room = server.lobby.shared.rooms.get(made.match)
    assert room is not None
    before = samples(await page(server))
    refused = await ben.ask(JoinMatch("XXXXXX"))
    assert isinstance(refused, Refused)
    joined = await ben.ask(JoinMatch(room.code))
    assert isinstance(joined, Seated)
    to_act = server.lobby.shared.supervisors[made.match].to_act
    player = ben if to_act in joined.seats else anna
    await player.ask(JoinMatch(made.match))
    position = await player.look(made.match, to_act)
    act = Act(made.match, to_act, position.version, position.legal[0])
    assert isinstance(await player.bus.request(table_topic(made.match), act), Done)
    await server.lobby.tables.shared.saved(made.match)
    text = await page(server)
    after = samples(text)
    assert after["caravan_sessions", ""] == 2 and after["caravan_accounts", ""] == 2
    assert after["caravan_tables", "people"] == 1 and after["caravan_tables", "alone"] == 0
    count = "caravan_request_seconds_count"
    assert after[count, "JoinMatch"] - before.get((count, "JoinMatch"), 0) == 3
    assert after[count, "GetPosition"] == after[count, "Act"] == 1
    assert after["caravan_save_seconds_count", ""] >= 1
    assert after["caravan_save_failures_total", ""] == 0
    for secret in ("Annabella", "Benedikt", room.code, made.match, anna.id, ben.id, "127.0.0.1"):
        assert secret not in text
    match = server.lobby.shared.supervisors[made.match].match
    hidden = hidden_forms(registry.get(match.record.game), match.state, None)
    assert hidden and not search(text.encode(), {**hidden, **forms(match.record.seed)})
    for client in (anna, ben):
        await client.bus.close()


async def test_labels_are_words_of_the_program(server: Server) -> None:
    """Whatever sessions ask: no text of theirs becomes a label."""
    anna = await connect(server, "Anna")
    match_id = "m" * 20
    await anna.bus.request(table_topic(match_id), messages.GetPosition(match_id, 0))
    await anna.bus.request("a topic of mine", messages.GetPosition(match_id, 0))
    for _time in range(12):
        await anna.ask(JoinMatch("QQQQQQ"))
    classes = {kind.__name__ for kind in messages.Message.__args__}
    known = (
        classes
        | REFUSALS
        | {"people", "alone", "move", "hint", "analysis"}
        | {"taken", "given", "lost"}
    )
    for family in text_string_to_metric_families(await page(server)):
        if family.name.startswith("caravan_") and family.name != "caravan_info":
            for sample in family.samples:
                values = {v for k, v in sample.labels.items() if k != "le"}
                assert values <= known, sample
    figures = samples(await page(server))
    refusals = "caravan_refused_requests_total"
    assert figures[refusals, "not_permitted"] == 2 and figures[refusals, "too_many_codes"] >= 1
    await anna.bus.close()


async def test_a_save_that_the_disk_refuses_is_counted(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = await connect(server, "Anna")
    write = files.write

    def refuse(path: Path, data: bytes) -> None:
        if path.suffix == ".caravan":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        write(path, data)

    with monkeypatch.context() as patch:
        patch.setattr(files, "write", refuse)
        made = await anna.ask(create_request("sahara", ("person", "porter")))
        assert isinstance(made, Seated) and made.is_solo
        await until(lambda: server.lobby.tables.solo.unsaved())
        figures = samples(await page(server))
        assert figures["caravan_unsaved_tables", ""] == 1
        assert figures["caravan_save_failures_total", ""] >= 1
        assert figures["caravan_tables", "alone"] == 1
    await anna.bus.close()


async def test_searches_are_counted_by_their_purpose(server: Server) -> None:
    assert server.probes is not None
    game = registry.ids()[0]

    def request(match: str) -> SearchRequest:
        return SearchRequest(
            match=match, game=game, seat=0, view=b"", level="porter", seed=1, seconds=1.0
        )

    result = SearchResult("id", 0, seconds=0.3)
    server.probes.metrics.on_searched(request("m"), result, False)
    server.probes.metrics.on_searched(request(""), result, False)
    server.probes.metrics.on_searched(request(""), SearchResult("id", 0, fallback=True), True)
    figures = samples(await page(server))
    for purpose in ("move", "hint", "analysis"):
        assert figures["caravan_search_seconds_count", purpose] == 1
    assert figures["caravan_search_seconds_sum", "move"] == 0.3
    assert figures["caravan_search_fallbacks_total", ""] == 1


async def test_a_late_event_loop_shows(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    assert server.probes is not None
    monkeypatch.setattr(metrics_page, "BEAT", 0.01)
    server.probes.metrics.close()
    lag = ("caravan_loop_lag_seconds_sum", "")
    before = samples(await page(server))[lag]
    half_seconds = count(monotonic(), 0.5)
    monkeypatch.setattr(metrics_page, "monotonic", lambda: next(half_seconds))
    server.probes.metrics.start()
    async with asyncio.timeout(60):
        while samples(await page(server))[lag] - before <= 0.4:
            await asyncio.sleep(0.01)


async def test_the_pages_follow_the_server_from_start_to_stop(tmp_path: Path) -> None:
    server = Server(server_config(tmp_path, metrics=("127.0.0.1", 0)), spawner=StubSpawner())
    server.pool = AnyMove()
    start_lobby, statuses = server.lobby.start, list[tuple[int, str]]()

    async def ask_and_start() -> None:
        statuses.append(await get(port_of(server), "/readyz"))
        await start_lobby()

    close_lobby = server.lobby.close

    async def ask_and_close() -> None:
        statuses.append(await get(port_of(server), "/readyz"))
        statuses.append(await get(port_of(server), "/livez"))
        await close_lobby()

    server.lobby.start, server.lobby.close = ask_and_start, ask_and_close  # type: ignore[method-assign]
    await server.start()
    statuses.append(await get(port_of(server), "/readyz"))
    assert samples(await page(server))["caravan_ready", ""] == 1
    port = port_of(server)
    await server.stop()
    assert statuses == [
        (503, "not ready: starting\n"),
        (200, "ready\n"),
        (503, "not ready: stopping\n"),
        (200, "alive\n"),
    ]
    with pytest.raises(ConnectionError):
        await get(port, "/livez")


async def test_a_page_is_not_made_again_for_whoever_asks_all_the_time(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(metrics_page, "FRESH", 1000.0)
    first = await page(server)
    assert await page(server) == first
    monkeypatch.setattr(metrics_page, "FRESH", 0.0)
    assert await page(server) != first  # the time of the process, at least


async def test_a_server_without_the_option_serves_no_metrics(tmp_path: Path) -> None:
    assert Server(server_config(tmp_path), spawner=StubSpawner()).probes is None
