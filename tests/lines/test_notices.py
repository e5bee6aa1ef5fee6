"""What is typed about notices."""

from __future__ import annotations

from caravan_tui.lines.notices import _kind


def test_a_kind_of_notice_is_named_by_its_word_or_as_it_is_said() -> None:
    typed = ("turn", "Invitations", "results", "talk", "zs")
    assert [_kind(word) for word in typed] == ["turn", "invitation", "result", "talk", "z"]
