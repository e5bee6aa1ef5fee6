"""Fields one below the other, each with a value to choose."""

from __future__ import annotations

from caravan_tui.widgets.fields import Field, FieldList
from tests.support.screen_app import WidgetApp
from tests.support.until import until


class FieldApp(WidgetApp):
    """Notes what fields say of keys that change nothing."""

    refused = ""

    def on_field_list_refused(self, event: FieldList.Refused) -> None:
        self.refused = event.text


async def test_the_end_of_a_number_names_its_field_which_the_notice_may_cover() -> None:
    fields = FieldList("options")
    app = FieldApp(fields)
    async with app.run_test() as pilot:
        fields.show([Field("seed", "Seed", high=9, words={0: "random"})], {"seed": 0})
        fields.focus()
        await pilot.press("left")
        await until(lambda: app.refused == "Seed: Random is the first value.", pilot)
        await pilot.press("right")
        await until(lambda: fields.values["seed"] == 1, pilot)
