import json

import pytest

import pdp
from local_server import serving
from pdp._http import Connection
from pdp._lab import Lab
from pdp._tokens import FixedToken

PROGRESS = {"bytes_read": 1, "bytes_total": 4, "bytes_written": 0}


def lab_at(url):
    connection = Connection(url, FixedToken("t"))
    return Lab("mine", connection, connection)


def service(requests, ended, code="query_timeout"):
    """Responds like the service to a query that takes too long for one request."""

    def answer(handler, _):
        method, path = handler.command, handler.path.split("/")[-1]
        requests.append(f"{method} {path}")
        if path.startswith("data:query?"):
            handler.reply(400, json.dumps({"detail": "Too long.", "code": code}).encode())
        elif path == "query:start":
            handler.reply(200, b'{"id": "7"}')
        elif path.startswith("query:get"):
            reads = sum("query:get" in one for one in requests)
            running = {"id": "7", "state": "RUNNING", "progress": PROGRESS, "error": None}
            handler.reply(200, json.dumps(running if reads == 1 else {**running, **ended}).encode())
        elif path.startswith("query:result"):
            handler.reply(200, b"rows")
        else:
            handler.reply(200)

    return answer


def test_a_query_that_exceeds_the_request_timeout_continues_in_the_background():
    requests = []
    cost = {"files": 3, "bytes_read": 4}
    with serving(service(requests, {"state": "COMPLETED", "cost": cost})) as (url, _):
        result = lab_at(url).sql("SELECT 1")
        assert result.cost == (3, 4)
        assert result._source.read() == b"rows"
    assert requests == [
        "POST data:query?redirect=true",
        "POST query:start",
        "GET query:get?id=7&wait_seconds=10",
        "GET query:get?id=7&wait_seconds=10",
        "GET query:result?id=7&redirect=true",
    ]


def test_a_failed_background_query_has_the_message_of_the_query():
    failed = {"state": "FAILED", "error": {"code": "query_out_of_memory", "detail": "Read fewer rows."}}
    with serving(service([], failed)) as (url, _):
        with pytest.raises(pdp.ApiError, match="Read fewer rows.") as raised:
            lab_at(url).sql("SELECT 1")
    assert raised.value.code == "query_out_of_memory"


def test_any_other_error_is_raised_immediately():
    requests = []
    with serving(service(requests, {}, code="unknown_table")) as (url, _):
        with pytest.raises(pdp.ApiError):
            lab_at(url).sql("SELECT 1")
    assert len(requests) == 1


def test_an_interruption_cancels_the_query(monkeypatch):
    def interrupt(_):
        raise KeyboardInterrupt

    requests = []
    monkeypatch.setattr("pdp._waiting.time.sleep", interrupt)
    with serving(service(requests, {})) as (url, _):
        with pytest.raises(KeyboardInterrupt):
            lab_at(url).sql("SELECT 1")
    assert requests[-1] == "POST query:cancel?id=7"


def test_an_object_store_that_does_not_respond_is_named(monkeypatch):
    monkeypatch.setattr("time.sleep", lambda _: None)
    with serving(lambda handler, _: handler.reply(303, location="http://127.0.0.1:9/object")) as (url, _):
        with pytest.raises(pdp.PdpError, match="The object store is not responding"):
            Connection(url, FixedToken("t")).json("GET", "/x")
