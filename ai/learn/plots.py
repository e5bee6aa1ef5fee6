"""The curves of what was fitted, as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

from ai.learn.train import Fit
from caravan_tui import files


def draw(fits: Sequence[Fit], title: str, file: Path) -> None:
    """Draw the losses of each network by epoch: held-out matches in full, the others dotted."""
    figure = Figure(figsize=(7.0, 4.5), layout="tight")
    FigureCanvasSVG(figure)
    axes = figure.subplots()
    for place, fit in enumerate(fits):
        name = f"{fit.units} units, blend {fit.blend:g}"
        axes.plot(fit.held_out, color=f"C{place}", label=name)
        axes.plot(fit.training, color=f"C{place}", linestyle=":")
    axes.set_title(title)
    axes.set_xlabel("epoch")
    axes.set_ylabel("mean squared error against results")
    axes.legend(fontsize="small")
    drawn = BytesIO()
    figure.savefig(drawn, format="svg", metadata={"Date": None})
    files.write(file, drawn.getvalue())
