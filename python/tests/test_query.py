import pyarrow as pa
import pytest

import pdp
from local_server import serving
from pdp._http import Connection
from pdp._query import QueryResult
from pdp._tokens import FixedToken

TABLE = pa.table({"name": ["M1A", "K2R", None], "value": [1.5, None, -1.0], "big": [2**53 + 1, -1, 0]})


def stream_of(compression):
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, TABLE.schema, options=pa.ipc.IpcWriteOptions(compression=compression)) as writer:
        for batch in TABLE.to_batches(max_chunksize=2):
            writer.write_batch(batch)
    return sink.getvalue().to_pybytes()


def in_parts(data, size):
    return iter([data[at : at + size] for at in range(0, len(data), size)])


@pytest.mark.parametrize("compression", [None, "zstd"])
def test_a_result_cut_off_at_any_byte_raises(compression):
    data = stream_of(compression)
    for end in range(len(data)):
        with pytest.raises(pdp.IncompleteResult):
            QueryResult(in_parts(data[:end], 7), lambda: None).arrow()
    assert QueryResult(in_parts(data, 7), lambda: None).arrow() == TABLE


def test_a_connection_that_breaks_within_a_result_raises():
    data = stream_of(None)

    def answer(handler, _):
        handler.send_response(200)
        handler.send_header("transfer-encoding", "chunked")
        handler.end_headers()
        handler.wfile.write(b"%x\r\n%s\r\n" % (len(data) - 8, data[:-8]))
        handler.wfile.flush()
        handler.connection.close()
        handler.close_connection = True

    with serving(answer) as (url, _):
        response = Connection(url, FixedToken("t")).open("POST", "/query", json={})
        with pytest.raises(pdp.IncompleteResult):
            QueryResult(response.iter_raw(), response.close).arrow()


def test_a_result_is_read_as_a_whole_in_many_forms_or_once_in_batches(lab):
    query = "SELECT i, CAST(i AS VARCHAR) AS text FROM UNNEST(sequence(1, 5000)) AS t(i) ORDER BY i"
    result = lab.sql(query)
    assert result.arrow().num_rows == len(result.pl()) == len(result.df()) == 5000
    assert result.rows()[-1] == {"i": 5000, "text": "5000"}
    assert sum(batch.num_rows for batch in lab.sql(query).batches()) == 5000
    empty = lab.sql("SELECT 1 AS one WHERE false")
    assert empty.arrow().column_names == ["one"] and empty.rows() == []
    with pytest.raises(pdp.ApiError, match="SELECT") as refused:
        lab.sql("SELEC 1")
    assert refused.value.status == 400
