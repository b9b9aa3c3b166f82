"""Writes the recordings next to this script: files written by pandas, polars, pyarrow, openpyxl and XlsxWriter.

Created with Python 3, pandas 3.1.1, openpyxl 3.1.5, XlsxWriter, polars 2.1.0, pyarrow 26.0.1.
"""

import datetime as dt
import decimal
import pathlib

import openpyxl
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import xlsxwriter

HERE = pathlib.Path(__file__).parent


def at(name):
    return str(HERE / name)


def workbooks():
    frame = pd.DataFrame(
        {"name": ["WT", "A2C"], "tm": [58.9, None], "n": [1, 2], "on": pd.to_datetime(["2024-02-29", "2024-03-01"])}
    )
    frame.to_excel(at("pandas-index.xlsx"))
    frame.to_excel(at("pandas.xlsx"), index=False)
    frame.to_excel(at("pandas-xlsxwriter.xlsx"), index=False, engine="xlsxwriter")
    with pd.ExcelWriter(at("pandas-two-sheets.xlsx")) as writer:
        frame.to_excel(writer, sheet_name="plate 1", index=False)
        frame.to_excel(writer, sheet_name="plate 2", index=False)
    columns = pd.MultiIndex.from_tuples([("Tm", "a"), ("Tm", "b"), ("n", "")])
    pd.DataFrame([[1.0, 2.0, 3]], columns=columns).to_excel(at("pandas-multiindex.xlsx"))
    pl.DataFrame({"name": ["WT", "A2C"], "tm": [58.9, None], "ok": [True, False], "on": [dt.date(2024, 2, 29)] * 2}).write_excel(
        at("polars.xlsx")
    )

    book = openpyxl.Workbook()
    sheet = book.active
    sheet.append(["a", "b"])
    sheet.append([1, "=A2*2"])
    book.save(at("openpyxl-formula.xlsx"))

    book = openpyxl.Workbook()
    sheet = book.active
    sheet.append(["plate", "well", "n"])
    sheet.append(["P1", "A1", 1])
    sheet.append([None, "A2", 2])
    sheet.append(["P2", "A1", 3])
    sheet.merge_cells("A2:A3")
    book.save(at("openpyxl-merged.xlsx"))

    book = openpyxl.Workbook()
    book.active.title = "data"
    book.active.append(["n"])
    book.active.append([1])
    hidden = book.create_sheet("raw")
    hidden.append(["n"])
    hidden.append([2])
    hidden.sheet_state = "hidden"
    book.create_sheet("empty")
    book.save(at("openpyxl-hidden-sheet.xlsx"))

    book = xlsxwriter.Workbook(at("xlsxwriter-formula.xlsx"))
    sheet = book.add_worksheet()
    sheet.write_row(0, 0, ["a", "b"])
    sheet.write_number(1, 0, 1)
    sheet.write_formula(1, 1, "=A2*2")
    book.close()

    book = xlsxwriter.Workbook(at("xlsxwriter-formula-value.xlsx"))
    sheet = book.add_worksheet()
    sheet.write_row(0, 0, ["a", "b"])
    sheet.write_number(1, 0, 1)
    sheet.write_formula(1, 1, "=A2*2", None, 2)
    book.close()

    book = xlsxwriter.Workbook(at("xlsxwriter-formats.xlsx"))
    sheet = book.add_worksheet()
    sheet.write_row(0, 0, ["id", "yield", "start", "when"])
    sheet.write_number(1, 0, 42, book.add_format({"num_format": "00000"}))
    sheet.write_number(1, 1, 0.125, book.add_format({"num_format": "0.0%"}))
    sheet.write_number(1, 2, 0.4375, book.add_format({"num_format": "hh:mm"}))
    sheet.write_datetime(1, 3, dt.datetime(2024, 2, 29, 10, 30), book.add_format({"num_format": "dd.mm.yyyy hh:mm"}))
    book.close()

    book = xlsxwriter.Workbook(at("xlsxwriter-1904.xlsx"), {"date_1904": True})
    sheet = book.add_worksheet()
    sheet.write_row(0, 0, ["on"])
    sheet.write_datetime(1, 0, dt.datetime(2024, 2, 29), book.add_format({"num_format": "d mmm yyyy"}))
    book.close()

    book = xlsxwriter.Workbook(at("xlsxwriter-title.xlsx"))
    sheet = book.add_worksheet()
    sheet.merge_range("A1:B1", "Plate 7, measured by hand")
    sheet.write_row(2, 0, ["well", "signal"])
    sheet.write_row(3, 0, ["A1", 1.5])
    sheet.write_row(5, 0, ["A2", "n.d."])
    book.close()


def parquet():
    frame = pd.DataFrame({"name": ["WT", None], "tm": [58.9, float("nan")], "at": pd.to_datetime(["2024-02-29T10:00:00.123456", None])})
    frame.to_parquet(at("pandas.parquet"))
    frame.set_index("name").to_parquet(at("pandas-index.parquet"))
    fine = pd.DataFrame({"at": pd.to_datetime(["2024-02-29T10:00:00.123456789", "2024-02-29T00:00:00.000000000"]).tz_localize("UTC")})
    fine.to_parquet(at("pandas-ns-utc.parquet"))
    pd.DataFrame({"kind": pd.Categorical(["a", "b", "a"])}).to_parquet(at("pandas-category.parquet"))
    pd.DataFrame({"n": pd.array([1, None, 3], dtype="Int64")}).to_parquet(at("pandas-int64.parquet"))

    pl.DataFrame(
        {"name": ["WT", "A2C"], "u": pl.Series([1, 2], dtype=pl.UInt8), "l": [[1.0], []], "s": [{"k": "x"}, {"k": None}]}
    ).write_parquet(at("polars.parquet"))
    pl.DataFrame({"d": pl.Series([dt.timedelta(seconds=1)])}).write_parquet(at("polars-duration.parquet"))
    pl.DataFrame({"t": pl.Series([dt.time(10, 0)])}).write_parquet(at("polars-time.parquet"))
    pl.DataFrame({"d": pl.Series([decimal.Decimal("1.10"), decimal.Decimal("123456789012345678.91")], dtype=pl.Decimal(20, 2))}).write_parquet(
        at("polars-decimal.parquet")
    )

    times = [1700000000123456789, 0, None, -1, 1700000000123456500]
    table = pa.table({"at": pa.array(times, type=pa.timestamp("ns"))})
    pq.write_table(table, at("pyarrow-int96.parquet"), use_deprecated_int96_timestamps=True)
    pq.write_table(table, at("pyarrow-ns.parquet"))
    whole = pa.table({"at": pa.array([1700000000123456000, -1000], type=pa.timestamp("ns"))})
    pq.write_table(whole, at("pyarrow-int96-whole.parquet"), use_deprecated_int96_timestamps=True)
    zoned = pa.table({"at": pa.array(times[:1], type=pa.timestamp("ns", "Europe/Berlin")), "l": pa.array([times[:2]], type=pa.list_(pa.timestamp("ns", "UTC")))})
    pq.write_table(zoned, at("pyarrow-ns-list.parquet"))
    years = pa.table({"t": pa.array([253402300800000000, 0, -62135596800000001], type=pa.timestamp("us")), "d": pa.array([0, 2932897, -719163], type=pa.int32()).cast(pa.date32())})
    pq.write_table(years, at("pyarrow-years.parquet"))
    pq.write_table(pa.table({"s": pa.array(["a\0b", "c"])}), at("pyarrow-nul.parquet"))
    pq.write_table(pa.table({"s": pa.array([b"ab"], type=pa.binary())}), at("pyarrow-binary.parquet"))
    pq.write_table(pa.table({"h": pa.array([1.5, None], type=pa.float16())}), at("pyarrow-float16.parquet"))
    pq.write_table(pa.table({"m": pa.array([[("k", 1)]], type=pa.map_(pa.string(), pa.int64()))}), at("pyarrow-map.parquet"))
    pq.write_table(pa.table({"s": pa.array(["x", "y", "x"]).dictionary_encode(), "e": pa.array([None, None, None])}), at("pyarrow-dictionary.parquet"))
    pq.write_table(pa.table({"n": pa.array([1, 2, 3], type=pa.int32()), "l": pa.array([["a"], None, []], type=pa.large_list(pa.large_string()))}), at("pyarrow-large.parquet"), compression="brotli", data_page_version="2.0")
    pq.write_table(pa.table({"n": pa.array([], type=pa.int64())}), at("pyarrow-no-rows.parquet"))
    pq.write_table(pa.table({"n": pa.array([1, 2, 3])}), at("pyarrow-lz4.parquet"), compression="lz4", use_dictionary=False, column_encoding={"n": "DELTA_BINARY_PACKED"})
    pq.write_table(pa.table({"s": pa.array(["aa", "ab"]), "f": pa.array([0.5, 1.5])}), at("pyarrow-delta.parquet"), use_dictionary=False, column_encoding={"s": "DELTA_BYTE_ARRAY", "f": "BYTE_STREAM_SPLIT"})
    pq.write_table(pa.table({"n": pa.array([1, None, 3, None]), "s": pa.array(["a", None, None, None])}), at("pyarrow-empty-rows.parquet"))
    pq.write_table(pa.table([pa.array([1]), pa.array([2])], names=["n", "N"]), at("pyarrow-same-name.parquet"))


workbooks()
parquet()
