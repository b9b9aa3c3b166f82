import pytest

import pdp
from local_server import serving
from pdp._http import Connection
from pdp._tokens import FixedToken


class TwoTokens:
    """Source of a rejected token and its replacement."""

    def access_token(self, refused=None):
        return "second" if refused == "first" else "first"


def test_a_request_is_retried_while_the_service_is_busy():
    def answer(handler, before):
        if before < 2:
            handler.reply((429, 503)[before], retry_after="0")
        else:
            handler.reply(200, b'{"done": true}')

    with serving(answer) as (url, count):
        assert Connection(url, FixedToken("t")).json("POST", "/x", json={}) == {"done": True}
        assert count() == 3


def test_other_errors_are_raised_immediately_with_the_message_of_the_service():
    body = b'{"detail": "There is no table x.", "code": "unknown_table", "error_id": "e1"}'
    with serving(lambda handler, _: handler.reply(404, body)) as (url, count):
        with pytest.raises(pdp.ApiError, match="There is no table x.") as raised:
            Connection(url, FixedToken("t")).json("GET", "/x")
        assert (raised.value.code, raised.value.error_id, count()) == ("unknown_table", "e1", 1)


def test_a_refused_token_is_replaced_once():
    seen = []

    def answer(handler, _):
        seen.append(handler.headers["authorization"])
        handler.reply(200 if seen[-1] == "Bearer second" else 401)

    with serving(answer) as (url, _):
        assert Connection(url, TwoTokens()).json("GET", "/x") == {}
    assert seen == ["Bearer first", "Bearer second"]


def test_a_service_that_stays_busy_raises(monkeypatch):
    monkeypatch.setattr("time.sleep", lambda _: None)
    with serving(lambda handler, _: handler.reply(503, b'{"detail": "Busy."}')) as (url, count):
        with pytest.raises(pdp.ApiError, match="Busy."):
            Connection(url, FixedToken("t")).json("POST", "/x")
        assert count() == 6


def test_an_unreachable_url_is_named_in_one_error(monkeypatch):
    monkeypatch.setattr("time.sleep", lambda _: None)
    monkeypatch.delenv("PDP_TOKEN", raising=False)
    for token in ("t", None):
        with pytest.raises(pdp.PdpError, match="http://127.0.0.1:9.* is not responding: .* PDP_URL") as raised:
            pdp.connect("lab", url="http://127.0.0.1:9", token=token)
        assert raised.value.__suppress_context__


def test_a_get_is_retried_after_a_broken_connection_but_a_post_is_not(monkeypatch):
    monkeypatch.setattr("time.sleep", lambda _: None)

    def answer(handler, before):
        if before == 0:
            handler.close_connection = True
        else:
            handler.reply(200)

    with serving(answer) as (url, _):
        assert Connection(url, FixedToken("t")).json("GET", "/x") == {}
    with serving(answer) as (url, _):
        with pytest.raises(pdp.PdpError, match="is not responding"):
            Connection(url, FixedToken("t")).json("POST", "/x")


def test_a_redirect_is_followed_without_the_token_and_retried_if_it_breaks():
    seen = []

    def store(handler, count):
        seen.append(handler.headers.get("authorization"))
        if count == 0:
            handler.connection.close()
            handler.close_connection = True
        else:
            handler.reply(503 if count == 1 else 200, b"rows", retry_after="0")

    with serving(store) as (store_url, stored):
        def answer(handler, _):
            handler.reply(303, b"", location=f"{store_url}/lake/results/1/a?X-Amz-Signature=b")

        with serving(answer) as (url, asked):
            assert Connection(url, FixedToken("t")).content("POST", "/query", json={}) == b"rows"
            assert (asked(), stored(), seen) == (1, 3, [None, None, None])


def test_a_refusal_by_the_object_store_is_an_error_with_its_status():
    with serving(lambda handler, _: handler.reply(403, b"<Error/>")) as (store_url, stored):
        with serving(lambda handler, _: handler.reply(303, b"", location=store_url)) as (url, _):
            with pytest.raises(pdp.ApiError) as refused:
                Connection(url, FixedToken("t")).content("GET", "/file")
            assert (refused.value.status, stored()) == (403, 1)
