"""The names of `tests.support` that some tests of this folder still import from here."""

from __future__ import annotations

from tests.support.matches import ended as ended
from tests.support.matches import keep_results as keep
from tests.support.matches import result as result
from tests.support.whole_app import local_app as home

__all__ = ["ended", "home", "keep", "result"]
