"""What the engine and the bus have to say to people: a code with values, worded by the reader.

Nobody here knows which language is read at the other end. `bus/wording.py` has the text of every
code.
"""

from __future__ import annotations

from typing import Any

import msgspec


class Sentence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sentence for people, not yet worded.

    `values` fill the text by name: numbers, texts that are the same in every language (a name, a
    code), lists of such values, or other sentences.
    """

    code: str
    values: dict[str, Any] = {}


class Refusal(ValueError):  # noqa: N818 - a refusal is no fault
    """Something cannot be done; `sentence` says why.

    The text of the exception is for the log. A reader words the sentence.
    """

    def __init__(self, code: str, /, **values: Any) -> None:
        super().__init__(code, values) if values else super().__init__(code)
        self.sentence = Sentence(code, values)
