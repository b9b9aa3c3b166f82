"""Types shared by all models of the client. They reject anything that is not in the specification."""

from enum import Enum
from typing import Annotated, Generic, TypeVar

from pydantic import AwareDatetime, BaseModel, ConfigDict, StringConstraints

Text = Annotated[str, StringConstraints(min_length=1)]
"""Nonempty text; fields without a value are null."""

ShortText = Annotated[str, StringConstraints(min_length=1, max_length=200)]

Id = Annotated[str, StringConstraints(pattern=r"^[1-9][0-9]{0,18}$")]
"""Text in int64 format."""

Time = AwareDatetime


class Strict(BaseModel):
    """Rejects unknown fields, and values that would have to be converted."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Authored(Strict):
    id: Id
    created_at: Time
    created_by: Text
    updated_at: Time
    updated_by: Text


class Archivable(Authored):
    archived_at: Time | None
    archived_by: Text | None


Item = TypeVar("Item")


class Page(Strict, Generic[Item]):
    items: list[Item]
    cursor: Text | None


class Order(str, Enum):
    ASC = "ASC"
    DESC = "DESC"
