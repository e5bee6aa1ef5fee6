"""What is done to the files of saved matches: rename, copy, delete, bring back, export, import."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from textual import work
from textual.widgets import Input

from caravan_tui.screens.host import title_of
from caravan_tui.widgets.commands import keyed
from caravan_tui.widgets.dialog import Question, Typed
from caravan_tui.words import _
from saves.errors import SaveError


class SavedFiles:
    """The actions on the match under the cursor; mixed into the screen of saved matches."""

    @work
    async def action_rename(self) -> None:
        """Give the match a name."""
        entry = self.current()
        if entry is None:
            return
        name = await self.app.push_screen_wait(Typed(_("Name of the match"), value=title_of(entry)))
        if name is not None:
            self.carry_out(lambda: self.store.rename(entry.id, name))

    def action_duplicate(self) -> None:
        """Make a copy."""
        entry = self.current()
        if entry:
            self.carry_out(lambda: self.store.duplicate(entry.id), point_at=True)
            self.say(_("Copied; n gives the copy a name."))

    @work
    async def action_delete(self) -> None:
        """Delete, after a question if that is set."""
        entry = self.current()
        if entry is None:
            return
        if self.app.settings.confirm_delete:
            answer = await self.app.push_screen_wait(
                Question(
                    _("Delete?"),
                    keyed(self, _("'{title}' goes to the trash; u brings it back.")).format(
                        title=title_of(entry)
                    ),
                    [("yes", _("Delete")), ("no", _("Keep"))],
                )
            )
            if answer != "yes":
                return
        if self.carry_out(lambda: self.store.delete(entry.id)):
            self._sv_deleted.append(entry.id)
            self.say(_("Deleted; u brings it back."))

    def action_undelete(self) -> None:
        """Bring back what was deleted last."""
        if not self._sv_deleted:
            self.say(_("Nothing was deleted here."))
            return
        match_id = self._sv_deleted.pop()
        self.carry_out(lambda: self.store.undelete(match_id))

    @work
    async def action_export(self) -> None:
        """Write the match to a file."""
        entry = self.current()
        if entry is None:
            return
        usual = Path.home() / f"{title_of(entry).replace('/', '-')}-{entry.id[:6]}.caravan"

        def check(text: str) -> str | None:
            path = Path(text).expanduser()
            if path.is_file():
                return _("{path} is there already.").format(path=path)
            if not path.is_dir() and not path.parent.is_dir():
                return _("There is no folder {path}.").format(path=path.parent)
            return None

        target = await self.app.push_screen_wait(
            Typed(_("Export to"), _("File or folder:"), str(usual), check)
        )
        if target:
            try:
                path = self.store.export(entry.id, Path(target).expanduser())
            except SaveError as error:
                self.notify(str(error), severity="error")
            else:
                self.say(_("Written to {path}.").format(path=path))

    @work
    async def action_import(self) -> None:
        """Take a match from a file."""

        def check(text: str) -> str | None:
            path = Path(text).expanduser()
            return None if path.is_file() else _("There is no file {path}.").format(path=path)

        source = await self.app.push_screen_wait(
            Typed(_("Import from"), _("A .caravan file:"), f"{Path.home()}/", check)
        )
        if source:
            self._sv_filter = self.query_one(Input).value = ""
            self.carry_out(lambda: self.store.import_(Path(source).expanduser()), point_at=True)

    def carry_out(self, what: Callable[[], object], point_at: bool = False) -> bool:
        """Do something with the files; what is wrong is a line. Whether it was done. `point_at`:
        the cursor goes to the match that comes of it."""
        try:
            made = what()
        except SaveError as error:
            self.notify(str(error), severity="error")
            return False
        self._sv_looked = None
        self.load(str(made) if point_at else "")
        return True
