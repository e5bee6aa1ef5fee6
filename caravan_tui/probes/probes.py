"""The pages that a server shows to its supervisor, on an address of their own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from caravan_tui.probes.catalogue import Figures
from caravan_tui.probes.http import ProbeServer
from caravan_tui.probes.metrics import Metrics
from caravan_tui.probes.readiness import DiskCheck, Readiness
from caravan_tui.server.listening import written_address


class Probes:
    """Serves `/livez`, `/readyz` and `/metrics`."""

    def __init__(
        self,
        address: tuple[str, int],
        folder: Path,
        phase: Callable[[], str],
        figures: Callable[[], Figures],
    ) -> None:
        """`address`: host and port; `folder`: where the disk is tried; `phase`: see `Readiness`;
        `figures` reads gauges and counters."""
        self._host, self._port = address
        self._figures = figures
        self._readiness = Readiness(phase, DiskCheck(folder))
        self.metrics = Metrics(self._read)
        self._server = ProbeServer(
            {
                "/livez": self._readiness.alive,
                "/readyz": self._readiness.ready,
                "/metrics": self.metrics.page,
            }
        )

    @property
    def address(self) -> str:
        """Where it listens, as it stands in a URL."""
        return written_address(self._host, self._port)

    async def start(self) -> None:
        """Listen. Raises OSError."""
        self._host, self._port = await self._server.start(self._host, self._port)
        self.metrics.start()

    async def close(self) -> None:
        """Stop listening."""
        self.metrics.close()
        await self._server.close()

    async def _read(self) -> Figures:
        is_ready = not await self._readiness.problem()
        return {"caravan_ready": is_ready, **self._figures()}
