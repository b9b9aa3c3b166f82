"""Truncated results, as seen by Arrow readers that are not part of this service."""

import io
import json
import urllib.request
from http.client import IncompleteRead

import polars
import pyarrow as pa
import pytest

import pdp
from local_server import serving
from pdp._http import Connection
from pdp._query import QueryResult
from pdp._tokens import FixedToken

ROWS = "UNNEST(sequence(1, 1000)) AS a(i) CROSS JOIN UNNEST(sequence(1, 200)) AS b(j)"
# The last row divides by zero, long after the first batches have been sent.
FAILS = f"SELECT i, 1 / (1000 * 1000 + 200 - i * 1000 - j) AS q FROM {ROWS}"

CONTINUATION = b"\xff\xff\xff\xff"


def open_query(lab, query, **options):
    request = urllib.request.Request(
        f"{lab._region.url}/v2/workspace/{lab.name}/data:query",
        json.dumps({"query": query, **options}).encode(),
        {"authorization": f"Bearer {lab._region.tokens.access_token()}", "content-type": "application/json"},
    )
    return urllib.request.urlopen(request)


def ends_of_parts(data):
    """Returns the end of each message, including the marker of the next one, which is sent with it."""
    source = pa.BufferReader(data)
    ends = []
    while True:
        try:
            pa.ipc.read_message(source)
        except EOFError:
            return [end for end in ends if end < len(data)]
        ends.append(source.tell() + len(CONTINUATION))


def read_with_pyarrow(file):
    return pa.ipc.open_stream(file).read_all()


def read_with_polars(file):
    return polars.read_ipc_stream(file.read())


READERS = [read_with_pyarrow, read_with_polars]


@pytest.mark.parametrize("compression", [None, "zstd"])
def test_a_stream_that_ends_between_two_batches_is_an_error_for_every_reader(lab, compression):
    with open_query(lab, f"SELECT i, j FROM {ROWS} ORDER BY i, j", arrow_compression=compression) as answer:
        data = answer.read()
    ends = ends_of_parts(data)
    assert len(ends) > 3

    def answer_part(handler, count):
        handler.reply(200, data[: ends[int(handler.path[1:])]])

    # The transfer appears complete, as with a gateway that hides the truncation.
    with serving(answer_part) as (url, _):
        for index in range(len(ends)):
            for read in READERS:
                with urllib.request.urlopen(f"{url}/{index}") as cut, pytest.raises((pa.ArrowInvalid, OSError)):
                    read(cut)
    for read in READERS:
        assert len(read(io.BytesIO(data))) == 200_000


@pytest.mark.parametrize("read", READERS)
def test_a_query_that_fails_midway_is_an_error_for_every_reader(lab, read):
    with open_query(lab, FAILS) as answer:
        assert answer.status == 200
        with pytest.raises((OSError, IncompleteRead)):
            read(answer)


@pytest.mark.parametrize("format", ["CSV", "NDJSON"])
def test_a_text_result_that_fails_midway_is_an_aborted_transfer(lab, format):
    with open_query(lab, FAILS, format=format) as answer:
        assert answer.status == 200
        with pytest.raises((OSError, IncompleteRead)):
            while answer.read(65536):
                pass


def test_a_query_that_fails_midway_is_an_incomplete_result(lab):
    with pytest.raises((pdp.IncompleteResult, pdp.ApiError)):
        lab.sql(FAILS).arrow()


def test_a_large_result_is_read_from_the_url_of_a_redirect(lab):
    query = f"SELECT i, j, to_hex(md5(to_utf8(CAST(i * 1000 + j AS VARCHAR)))) AS digest FROM {ROWS}"
    with lab._region.stream("POST", lab.path("data:query"), params={"redirect": "true"}, json={"query": query}) as answer:
        assert answer.url.path.startswith("/lake-eu/results/")
        assert answer.headers["content-length"].isdigit()
    assert lab.sql(query).arrow().num_rows == 200_000


def test_a_result_cut_off_by_the_object_store_is_incomplete(lab):
    with open_query(lab, f"SELECT i, j FROM {ROWS}") as answer:
        data = answer.read()

    def answer_part(handler, _):
        handler.send_response(200)
        handler.send_header("content-length", str(len(data)))
        handler.end_headers()
        handler.wfile.write(data[: ends_of_parts(data)[2] - len(CONTINUATION)])
        handler.close_connection = True

    with serving(answer_part) as (store_url, _):
        with serving(lambda handler, _: handler.reply(303, b"", location=store_url)) as (url, _):
            response = Connection(url, FixedToken("t")).open("POST", "/query", json={})
            with pytest.raises(pdp.IncompleteResult):
                QueryResult(response.iter_raw(), response.close).arrow()
