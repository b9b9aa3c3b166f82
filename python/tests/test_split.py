import io
import random

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pdp import _split
from pdp._sources import Source
from pdp._split import parts_of


def parts(content, layout, limit, name="a.csv"):
    return [(part.name, part.content.read()) for part in parts_of(Source(name, io.BytesIO(content)), layout, limit)]


def test_files_are_split_as_in_the_other_clients(split_vectors):
    for vector in split_vectors:
        content = vector["text"].encode()
        if "error" in vector:
            with pytest.raises(ValueError) as error:
                parts(content, vector["layout"], vector["limit"])
            assert (vector["name"], vector["error"] in str(error.value)) == (vector["name"], True)
        else:
            found = [text.decode() for _, text in parts(content, vector["layout"], vector["limit"])]
            assert (vector["name"], found) == (vector["name"], vector["parts"])


def test_parts_contain_all_rows_regardless_of_quotes():
    chance = random.Random(7)
    for _ in range(200):
        cells = ["x", "", "1 2", '"a,b"', '"a\n""b"', '"\n"', ' "c\n"', '5"']
        rows = [",".join(chance.choices(cells, k=3)) + "\n" for _ in range(chance.randint(1, 20))]
        found = parts(("h,i,j\n" + "".join(rows)).encode(), {}, 60)
        assert all(len(text) <= 60 and text.startswith(b"h,i,j\n") for _, text in found)
        assert b"".join(text[6:] for _, text in found).decode() == "".join(rows)
        ends = {sum(len(row) for row in rows[:count]) for count in range(len(rows) + 1)}
        end = 0
        for _, text in found:
            end += len(text) - 6
            assert end in ends


def test_parts_are_named_by_their_number():
    assert [name for name, _ in parts(b"a\n1\n2\n", {}, 4, "run 1.csv")] == ["run 1 (1 of 2).csv", "run 1 (2 of 2).csv"]


def test_parquet_files_are_split_by_rows():
    table = pa.table({"n": range(20_000), "text": [str(random.Random(n).random()) for n in range(20_000)]})
    content = io.BytesIO()
    pq.write_table(table, content)
    limit = content.tell() // 3
    found = parts(content.getvalue(), {"format": "PARQUET"}, limit, "a.parquet")
    assert len(found) > 2
    assert all(len(part) <= limit for _, part in found)
    assert pa.concat_tables(pq.read_table(io.BytesIO(part)) for _, part in found).equals(table)


def test_a_file_above_the_limit_is_loaded_completely(lab, project, tmp_path, monkeypatch):
    monkeypatch.setattr(_split, "MAX_FILE_BYTES", 2_000)
    path = tmp_path / "large.csv"
    path.write_text("n,note\n" + "".join(f'{n},"line\n{n}"\n' for n in range(500)))
    load = project.load(path, into="in_parts", progress=False)
    assert load.rows == 500
    [row] = lab.sql("SELECT count(*) AS n, sum(n) AS total, max(note) AS note FROM in_parts").rows()
    assert row == {"n": 500, "total": 124_750, "note": "line\n99"}
    path.write_text("n,note\n1,x\n2," + 3_000 * "x" + "\n")
    with pytest.raises(ValueError, match="one of its rows exceeds"):
        project.load(path, into="in_parts", progress=False)
    assert [load for load in lab.loads() if load.state == "PENDING"] == []
