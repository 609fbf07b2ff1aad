"""What all calls over the web share: the server's own, and those that a game answers by itself (`games/<name>/web.py`).

What comes in is read strictly: a wrong type, an unknown field or a number out of range is an error in words.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr

Language: TypeAlias = Literal["en", "pl", "es"]
OptionText: TypeAlias = Annotated[StrictStr, Field(max_length=4000, pattern=r"^[^\x00]*$")]
Value: TypeAlias = StrictBool | Annotated[StrictInt, Field(ge=-(2**31), lt=2**31)] | OptionText


class Model(BaseModel):
    """Base of what is sent: immutable, no unknown fields, so that nothing slips into it unnoticed."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


class Incoming(BaseModel):
    """Base of what clients send."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, use_attribute_docstrings=True)


class Problem(Model):
    """What is wrong, in words."""

    code: str
    message: str
    line: int | None = None
    """Where in a match file."""


REFUSALS: dict[int | str, dict[str, Any]] = {
    403: {"model": Problem, "description": "Not for whoever asks"},
    404: {"model": Problem, "description": "There is no such thing"},
    413: {"model": Problem, "description": "Larger than any real one"},
    421: {"model": Problem, "description": "For a name that this server does not answer to"},
    422: {"model": Problem, "description": "Something is wrong with what was sent"},
    429: {"model": Problem, "description": "Too often"},
    503: {"model": Problem, "description": "Not at the moment: there is too much to do"},
}
"""How any call may be refused."""


class Coded(Model):
    """A code with its label in the person's language."""

    code: str
    label: str
