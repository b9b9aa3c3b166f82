from types import SimpleNamespace

import pytest

import pdp
from pdp._authors import require_author


class Lab:
    """Answers requests about members in two pages."""

    def raw(self, method, path, params=None):
        if path == "/users/me":
            return {"user_id": "user_ada"}
        if "cursor" not in params:
            return {"items": [{"user_id": "user_ada", "name": "Ada", "email": "ada@example.org"}], "cursor": "next"}
        return {"items": [{"user_id": "user_bo", "name": "Bo", "email": "bo@example.org"}], "cursor": None}


def test_work_of_others_names_its_author():
    with pytest.raises(pdp.WorkOfOther, match=r"The load 7 was created by Bo \(bo@example.org\)\. .*of_other=True"):
        require_author(Lab(), "The load 7", "user_bo")
    with pytest.raises(pdp.WorkOfOther, match="user_who_left"):
        require_author(Lab(), "The load 7", "user_who_left")
    require_author(Lab(), "The load 7", "user_ada")


def test_nothing_is_undone_without_of_other():
    calls = []
    lab = Lab()
    handle = pdp.LoadHandle(lab, "7")
    handle.get = lambda *_: SimpleNamespace(created_by="user_bo")
    handle._change = lambda *of: calls.append(of)
    with pytest.raises(pdp.WorkOfOther):
        handle.undo()
    assert calls == []
    handle.undo(of_other=True)
    assert calls == [("undo", True)]
