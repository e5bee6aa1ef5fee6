"""The base of boards that are drawn with pixels: a cached ground, pieces on a copy of it, and
repainting of only what changed."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from functools import partial
from typing import Any, ClassVar

from textual import events
from textual.strip import Strip

from caravan_tui import i18n
from caravan_tui.terminal.capabilities import is_remote_session
from caravan_tui.widgets.board import Board, JumpTarget, MarkedRegion, Scene, V
from caravan_tui.widgets.click_pairs import ClickPairs
from caravan_tui.widgets.drawing import gains
from caravan_tui.widgets.drawing.canvas import DIMMED, Canvas
from caravan_tui.widgets.drawing.depth import Pens
from caravan_tui.widgets.drawing.gains import Gain, draw_gains
from caravan_tui.widgets.drawn import changes, pens_of, regions_of, target_of
from caravan_tui.widgets.frames import Frames

FRAMES_FAR = 2
"""The most frames of an animation over SSH: each is a round of drawing through the network."""

LitRegion = MarkedRegion
"""What stays lit while the rest is dimmed."""

GLOWS = (0.24, 0.12)
"""How much brighter the card of a seat is in the first frames of its turn."""

FRAME_SECONDS = 0.06
"""Between two frames of a short animation."""


class DrawnBoard(Board[V]):
    """Subclasses override `draw_ground` and `draw`, and call `redraw` when `draw` would draw
    something else."""

    DEFAULT_CSS = """
    DrawnBoard { height: 1fr; width: 1fr; }
    """

    DIMMED: ClassVar[float] = DIMMED
    """How far a lesson dims what it does not speak of, 0 to 1."""

    _canvas: Canvas | None = None
    _ground: Canvas | None = None
    _ground_key: Hashable = None
    _pens: Pens | None = None
    _strips: dict[int, Strip]
    """Rows as they were last asked for."""
    _stale: dict[int, set[int]]
    """The columns of these rows that have changed since."""
    _won: Sequence[tuple[Any, str]] = ()
    """The targets at which the newest move has won something, and what: `+3`."""
    _to_act = -1
    """Whose turn it was in the position before."""
    _begins_turn = False
    """Whether the newest move has passed the turn on."""
    _lit: tuple[str, ...] = ()
    _glow_shown = 0.0
    """How much brighter the seat to move is in what is drawn."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._frames = Frames(self, self._draw_frame)
        self.clicks = ClickPairs()

    # For subclasses

    def ground_key(self, scene: Scene[V]) -> Hashable:
        """What the ground depends on besides size and theme, such as a custom map."""
        return None

    def draw_ground(self, canvas: Canvas, scene: Scene[V]) -> None:
        """Draw what stays the same during a match; done once for each size, theme and key."""

    def draw(self, canvas: Canvas, scene: Scene[V]) -> None:
        """Draw pieces, texts and marks on a copy of the ground, and add the targets of clicks."""
        raise NotImplementedError

    def go_to(self, target: Any) -> None:
        """Put the cursor on a target and describe it; play nothing."""
        raise NotImplementedError

    def can_go_to(self, target: Any) -> bool:
        """Whether the jump keys lead to a target; buttons (`("do", …)`) have keys of their own."""
        return bool(target[0] != "do")

    def jump_name(self, target: Any) -> str:
        """The two letters or digits by which the board names a target; empty: it has no name."""
        return ""

    def lit_targets(self, scene: Scene[V], name: str) -> Collection[Any]:
        """The targets on the canvas that a tutorial means by a name, to light them."""
        return ()

    def lit_regions(self, canvas: Canvas, scene: Scene[V], name: str) -> Sequence[LitRegion]:
        """The regions that a tutorial means by a name: here those of `lit_targets`."""
        return self._regions_of(canvas, self.lit_targets(scene, name))

    def target_won_at(self, scene: Scene[V], event: Any, seat: int) -> Any:
        """The target at which an event has brought something to a seat, to let it float there.
        None: it has no place on the board."""
        return None

    def region_won_at(self, canvas: Canvas, target: Any) -> MarkedRegion | None:
        """Where such a target is; None: not in sight."""
        return next(iter(self._regions_of(canvas, [target])), None)

    def turn_region(self, canvas: Canvas, scene: Scene[V], seat: int) -> MarkedRegion | None:
        """Where the board itself shows a seat, to brighten it as its turn begins. None: nowhere, or
        the rail does."""
        return None

    def cursor_targets(self) -> Collection[Any]:
        """The targets under the cursor, which stay lit, too."""
        return ()

    def asked_targets(self) -> Collection[Any]:
        """The targets that the player has asked to see, which no lesson dims."""
        return ()

    def regions_now(self, targets: Collection[Any]) -> Sequence[MarkedRegion]:
        """Where targets are on the screen now."""
        canvas = self.current_canvas()
        return [] if canvas is None else self._regions_of(canvas, targets)

    @staticmethod
    def _regions_of(canvas: Canvas, targets: Collection[Any]) -> Sequence[LitRegion]:
        """Where targets are. A single cell of a line is left out if something else lies on it:
        half of that would be lit."""
        return [
            (x, y, width, height)
            for x, y, width, height, target in canvas.targets
            if target in targets and (width * height > 1 or canvas.target_at(x, y) in targets)
        ]

    def light(self, names: Sequence[str]) -> None:
        if tuple(names) != self._lit:
            self._lit = tuple(names)
            self.redraw()

    # Drawing

    @property
    def pens(self) -> Pens:
        """The styles of the theme on this terminal."""
        if self._pens is None:
            self._pens = pens_of(self.app, self.scene is not None and self.scene.ascii)
        return self._pens

    def current_canvas(self) -> Canvas | None:
        """What is on the screen; None before the first position or layout."""
        if self._canvas is None:
            scene = self.scene
            if scene is None or not self.size.width or not self.size.height:
                return None
            self._strips, self._stale = {}, {}
            self._draw_on_ground(scene, None)
        return self._canvas

    def _draw_on_ground(self, scene: Scene[V], before: Canvas | None) -> Canvas:
        """Draw on a copy of the ground; parts that are as they were `before` are taken over."""
        old_ground = self._ground
        ground = self._fresh_ground(scene)
        canvas = self._canvas = ground.copy()
        if before is not None and ground is old_ground:
            canvas.recall(before)
        self.draw(canvas, scene)
        if self._won and self.is_moving:
            draw_gains(canvas, self._gains_on(canvas), self.share_done)
        if self.glow:
            self._brighten(canvas, scene)
        regions = [region for name in self._lit for region in self.lit_regions(canvas, scene, name)]
        if regions:
            cursor = self.cursor_targets() if scene.my_turn else ()
            framed = self._regions_of(canvas, cursor)
            asked = self._regions_of(canvas, self.asked_targets())
            canvas.dim_outside([*regions, *asked, *framed], framed, self.DIMMED)
        return canvas

    def _fresh_ground(self, scene: Scene[V]) -> Canvas:
        key = i18n.language(), self.ground_key(scene)  # parts with words go with their ground
        ground = self._ground
        if (
            ground is None
            or (ground.width, ground.height) != self.size
            or ground.pens is not self.pens
            or key != self._ground_key
        ):
            ground = Canvas(self.size.width, self.size.height, self.pens)
            self.draw_ground(ground, scene)
            self._ground, self._ground_key = ground, key
        return ground

    def redraw(self) -> None:
        """Draw again, and repaint the parts that changed."""
        before, scene, size = self._canvas, self.scene, self.size
        if (
            before is None
            or scene is None
            or not self.is_mounted
            or (before.width, before.height) != size
        ):
            self.draw_anew()
            return
        canvas, stale = self._draw_on_ground(scene, before), self._stale
        changed = changes(before, canvas)
        for y, columns in changed.items():
            stale[y] = columns | stale[y] if y in stale else columns
        if changed:
            self.refresh(*regions_of(changed))

    def draw_anew(self) -> None:
        """Draw everything again, on the same ground."""
        self._canvas = None
        self.refresh()

    def refresh_board(self, scene: Scene[V]) -> None:
        """Draw a new position."""
        self.clicks.forget()
        if self._pens is not None and scene.ascii is not self._pens.is_ascii:
            self._pens = None  # the setting was changed
        self._won = self._won_in(scene)
        if self._won and not self.is_moving:
            self.animate_frames(gains.FRAMES, gains.SECONDS)
        to_act = scene.to_act
        self._begins_turn = bool(scene.events) and to_act >= 0 and to_act != self._to_act
        self._to_act = to_act
        if self._begins_turn and not self.is_moving:
            self.animate_frames(len(GLOWS), far=1)
        self._glow_shown = self.glow
        self.redraw()

    @property
    def glow(self) -> float:
        done = self.frames_done
        is_glowing = self._begins_turn and self.is_moving and done < len(GLOWS)
        return GLOWS[done] if is_glowing and not (self.is_far and done) else 0.0

    def _brighten(self, canvas: Canvas, scene: Scene[V]) -> None:
        """Brighten what the board shows of the seat whose turn begins."""
        seat = scene.to_act
        region = None if self.has_rail else self.turn_region(canvas, scene, seat)
        if region is not None:
            x, y, width, height = region
            colour = canvas.pens.palette.seat[seat]
            canvas.tint(x, 2 * y, width, 2 * height, colour, self.glow)

    def _won_in(self, scene: Scene[V]) -> Sequence[tuple[Any, str]]:
        """What a position has brought, by the target where it was won; with the marks of the seats
        where several have won something at one of them."""
        won: dict[Any, list[tuple[int, str]]] = {}
        for event in scene.events:
            for seat, gain in scene.game.gains(event):
                target = self.target_won_at(scene, event, seat)
                if target is not None and gain != "0":
                    won.setdefault(target, []).append((seat, gain))
        return [
            (target, parts[0][1])
            if len(parts) == 1
            else (target, " ".join(self.pens.mark(seat) + gain for seat, gain in parts))
            for target, parts in won.items()
        ]

    def _gains_on(self, canvas: Canvas) -> Sequence[Gain]:
        """What has been won, where it is in sight."""
        places = [(gain, self.region_won_at(canvas, target)) for target, gain in self._won]
        return [Gain(gain, region) for gain, region in places if region is not None]

    def render_line(self, y: int) -> Strip:
        """A row of the board."""
        canvas = self._canvas or self.current_canvas()
        if canvas is None or y >= canvas.height:
            return Strip.blank(self.size.width, self.rich_style)
        strip, columns = self._strips.get(y), self._stale.pop(y, ())
        if strip is None or columns:
            before = () if strip is None else list(strip)
            strip = Strip(canvas.segments(y, before, columns), canvas.width)
            self._strips[y] = strip
        return strip

    def on_resize(self) -> None:
        """Draw for the new size."""
        self.draw_anew()

    def watch_has_rail(self) -> None:
        """Draw with or without the seats."""
        self._ground = None
        self.draw_anew()

    def watch_is_part(self) -> None:
        """Draw without what the edge of a part would cut."""
        self.redraw()

    def watch_is_below_window(self) -> None:
        """Draw without what a window would cut."""
        self.redraw()

    def watch_columns_below_list(self) -> None:
        """Draw without what the list would cut."""
        self.redraw()

    def notify_style_update(self) -> None:
        """Draw again after a change of theme."""
        super().notify_style_update()
        self._pens = None
        self._canvas = None

    def restyle(self) -> None:
        """Draw the position in the colours of another theme."""
        self._pens = None
        super().restyle()

    # Short animations

    @property
    def frame(self) -> int:
        """The frames of a short animation that are still to come; 0 when nothing is moving."""
        return self._frames.left

    @property
    def frames_done(self) -> int:
        """The frames of a short animation that have been shown before this one."""
        return self._frames.done

    @property
    def share_done(self) -> float:
        """How far a short animation is: 0 in its first frame, 1 when nothing is moving."""
        return self._frames.share_done

    @property
    def is_moving(self) -> bool:
        return self._frames.left > 0

    def slide(self, canvas: Canvas, region: MarkedRegion, x: int, y: int) -> None:
        """Draw what lies in a region so far on its way there from a column and row as the frames
        are done; the ground is bare below it until it lies there."""
        if self._ground is not None:
            left, top, share = region[0], region[1], self.share_done
            column, row = x + round((left - x) * share), y + round((top - y) * share)
            canvas.shift(region, column, row, self._ground)

    def clear(self, canvas: Canvas, region: MarkedRegion) -> None:
        """Draw the bare ground in a region."""
        if self._ground is not None:
            canvas.shift(region, region[0], canvas.height, self._ground)

    @property
    def is_far(self) -> bool:
        """Whether what is drawn goes through a network: little moves there."""
        return getattr(self.app, "is_remote", False) or is_remote_session()

    def animate_frames(
        self, frames: int, seconds: float = FRAME_SECONDS, far: int = FRAMES_FAR
    ) -> None:
        """Draw this many more frames, if animations are on; ends an animation that is running.
        Without colours, or with 16, nothing moves; over SSH there are `far` frames at most, in the
        same time."""
        self.end_animation()
        if self.is_far and frames > far:
            frames, seconds = far, seconds * frames / max(far, 1)
        if not self.pens.has_tones:
            return
        if frames > 0 and self.is_mounted and self.scene is not None and self.scene.animate:
            self._frames.start(frames, seconds)

    def end_animation(self) -> None:
        """Show the last frame at once."""
        self._frames.end()

    def _draw_frame(self) -> None:
        self.redraw()
        if self._glow_shown != self.glow:
            self._glow_shown = self.glow
            self.post_message(self.GlowChanged())

    def on_key(self, event: events.Key) -> None:
        """Any key ends an animation; it keeps its meaning. A click after it is a first one."""
        self.clicks.forget()
        self.end_animation()

    def on_mouse_down(self) -> None:
        """So does a click."""
        self.end_animation()

    # Targets

    def target_of(self, event: events.MouseEvent) -> Any:
        """The target under the pointer, None if there is none. Stops a click on a target."""
        return target_of(self.current_canvas(), event)

    def jump_targets(self) -> list[JumpTarget]:
        """The targets that the cursor can go to."""
        canvas = self.current_canvas()
        left, top = self.region.offset
        return [
            JumpTarget(left + x, top + y, partial(self.go_to, target), self.jump_name(target))
            for x, y, _width, _height, target in (canvas.targets if canvas else ())
            if 0 <= x < self.size.width and 0 <= y < self.size.height and self.can_go_to(target)
        ]
