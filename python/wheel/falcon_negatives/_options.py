# Copyright: the authors of Falcon. Licence: Apache-2.0.
"""Keyword arguments that are flags of a command, so that a wrong one is found before Java starts."""

from __future__ import annotations

import difflib
from typing import Iterable, Mapping


def require_known(
    function: str,
    options: Mapping[str, object],
    known: Iterable[str],
    arguments: Iterable[str] = (),
) -> None:
    """Raises TypeError, with the name that is nearest, where an option is none of the command's.

    arguments   the function's own, which may be meant
    """
    names = {name.replace("_", ""): name for name in known}
    for option in options:
        if names.get(option.replace("_", "").replace("-", "")) == option.replace("-", "_"):
            continue
        meant = {**names, **{name.replace("_", ""): name for name in arguments}}
        near = difflib.get_close_matches(option.replace("_", ""), meant, n=1, cutoff=0.7)
        hint = f"; do you mean {meant[near[0]]}?" if near else ""
        raise TypeError(f"{function}() has no option {option!r}{hint}")
