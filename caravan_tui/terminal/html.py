"""A replay as one page that needs nothing else: every position, keys and a slider.

The rows of the screen are pictures, as in `svg`; each different one is in the file once.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from hashlib import sha256
from html import escape
from string import Template

from caravan_tui.terminal.svg import CELL_HEIGHT, CELL_WIDTH, FONTS, Frame, RowPictures

_STYLE = """
:root { color-scheme: dark; }
body { margin: 0; background: $ground; color: $ink; font: 16px/1.4 system-ui, sans-serif;
  display: flex; flex-direction: column; height: 100vh; height: 100dvh; }
svg { flex: 1; min-height: 0; width: 100%; }
text { font-family: $fonts; font-size: 16.6px; white-space: pre; }
rect { shape-rendering: crispEdges; }
form { display: flex; gap: 8px; padding: 8px; align-items: center; }
input { flex: 1; min-width: 0; accent-color: #d8a657; }
button { font: inherit; min-width: 44px; min-height: 40px; background: #3c3229; color: inherit;
  border: 1px solid #54463a; border-radius: 6px; cursor: pointer; }
button:focus-visible, input:focus-visible { outline: 2px solid #d8a657; }
output { min-width: 5em; text-align: right; }
"""

_SCRIPT = """
"use strict";
const { rows, frames, seconds } = JSON.parse(document.getElementById("data").textContent);
const lines = [...document.querySelectorAll("svg > g")];
const slider = document.querySelector("input"), count = document.querySelector("output");
const play = document.getElementById("play");
let step = -1, timer = 0;
function show(wanted) {
  const next = Math.max(0, Math.min(frames.length - 1, wanted));
  frames[next].forEach((row, y) => {
    if (step < 0 || frames[step][y] !== row) lines[y].innerHTML = rows[row];
  });
  step = next;
  slider.value = step;
  count.textContent = `${step} / ${frames.length - 1}`;
}
function stop() {
  clearTimeout(timer);
  timer = 0;
  play.textContent = "▶";
}
function tick() {
  if (step >= frames.length - 1) return stop();
  show(step + 1);
  timer = setTimeout(tick, 1000 * seconds[step]);
}
function toggle() {
  if (timer) return stop();
  if (step >= frames.length - 1) show(0);
  play.textContent = "⏸";
  timer = setTimeout(tick, 1000 * seconds[step]);
}
function go(to) {
  stop();
  show(to);
}
slider.max = frames.length - 1;
slider.addEventListener("input", () => go(Number(slider.value)));
play.addEventListener("click", toggle);
document.getElementById("before").addEventListener("click", () => go(step - 1));
document.getElementById("next").addEventListener("click", () => go(step + 1));
document.querySelector("form").addEventListener("submit", (event) => event.preventDefault());
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const to = {
    ArrowLeft: step - 1, ArrowRight: step + 1, PageUp: step - 10, PageDown: step + 10,
    Home: 0, End: frames.length - 1,
  }[event.key];
  if (to !== undefined) go(to);
  else if (event.key === " ") toggle();
  else return;
  event.preventDefault();
});
show(Number(location.hash.slice(1)) || 0);
"""

_PAGE = Template("""<!doctype html>
<html lang="$language">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy"
 content="default-src 'none'; script-src 'sha256-$hash'; style-src 'unsafe-inline'">
<title>$title</title>
<style>$style</style>
</head>
<body>
<svg viewBox="0 0 $across $down" role="img" aria-label="$title">$groups</svg>
<form>
<button type="button" id="before" aria-label="$previous" title="$previous (←)">◀</button>
<button type="button" id="play" aria-label="$play" title="$play ($space)">▶</button>
<button type="button" id="next" aria-label="$next" title="$next (→)">▶|</button>
<input type="range" min="0" value="0" aria-label="$position">
<output></output>
</form>
<script type="application/json" id="data">$data</script>
<script>$script</script>
</body>
</html>
""")


def page(
    frames: Sequence[Frame],
    title: str,
    colours: tuple[str, str],
    language: str,
    words: Mapping[str, str],
) -> str:
    """The page. `colours`: ink and ground of the theme, as `#rrggbb`. `words`: its texts, by the
    names `previous`, `play`, `space`, `next`, `position`. Raises ValueError without a frame."""
    if not frames:
        raise ValueError("a replay needs a frame")
    pictures = RowPictures(*colours)
    numbers: dict[str, int] = {}
    steps = [
        [numbers.setdefault(pictures.row(line), len(numbers)) for line in frame.lines]
        for frame in frames
    ]
    width = max(line.cell_length for line in frames[0].lines)
    height = len(frames[0].lines)
    data = json.dumps(
        {
            "rows": list(numbers),
            "frames": steps,
            "seconds": [round(frame.seconds, 2) for frame in frames],
        },
        ensure_ascii=False,
        separators=(",", ":"),
    ).replace("</", "<\\/")
    style = Template(_STYLE).substitute(ink=colours[0], ground=colours[1], fonts=FONTS)
    return _PAGE.substitute(
        {name: escape(text) for name, text in words.items()},
        language=language,
        title=escape(title),
        hash=b64encode(sha256(_SCRIPT.encode()).digest()).decode(),
        style=style + pictures.styles(),
        across=width * CELL_WIDTH,
        down=height * CELL_HEIGHT,
        groups="".join(
            f'<g transform="translate(0 {y * CELL_HEIGHT})"></g>' for y in range(height)
        ),
        data=data,
        script=_SCRIPT,
    )
