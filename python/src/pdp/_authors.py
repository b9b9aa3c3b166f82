"""Protection of the work of other members."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._errors import WorkOfOther

if TYPE_CHECKING:
    from ._session import Session


def require_author(lab: Session, what: str, created_by: str) -> None:
    """Raises WorkOfOther, with the author's name, if another member created something."""
    if lab.raw("GET", "/users/me")["user_id"] == created_by:
        return
    cursor = ""
    while cursor is not None:
        page = lab.raw("GET", "member:list", params={"limit": 100, **({"cursor": cursor} if cursor else {})})
        for member in page["items"]:
            if member["user_id"] == created_by:
                raise WorkOfOther(what, f"{member['name']} ({member['email']})")
        cursor = page["cursor"]
    raise WorkOfOther(what, created_by)
