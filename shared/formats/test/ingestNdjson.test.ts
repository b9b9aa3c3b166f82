import { describe, expect, test } from "vitest";
import {
  check,
  column,
  ingest,
  list,
  SCALAR_COLUMNS,
  useFolder,
  values,
} from "../../../test/shared/formats/ingesting.ts";

useFolder();

const AB = [column("a", "INT64"), column("b", "STRING")];

describe("values of an NDJSON file", () => {
  test("values are exact in every type", async () => {
    const columns = SCALAR_COLUMNS;
    const lines = [
      '{"i":9223372036854775807,"f":0.1,"s":"é\\ud83d\\ude00\\n\\"","b":true,"d":"2024-02-29","t":"2024-01-01T00:00:00.123456+01:00"}',
      '{"t":"2024-01-01","d":null,"b":false,"s":"","f":-1.5e-7,"i":-9223372036854775808}',
      '{"i":9007199254740993,"f":123456789012345680000}',
      '{"i":0,"f":3,"s":null}',
    ];
    expect(await values("NDJSON", lines.join("\n"), columns)).toEqual([
      ["9223372036854775807", 0.1, 'é😀\n"', true, "2024-02-29", "2023-12-31 23:00:00.123456"],
      ["-9223372036854775808", -1.5e-7, "", false, null, "2024-01-01 00:00:00"],
      ["9007199254740993", 1.2345678901234568e20, null, null, null, null],
      ["0", 3, null, null, null, null],
    ]);
  });

  test("values are exact inside lists and objects", async () => {
    const columns = [
      column("s", "STRUCT", { columns: [column("x", "INT64"), column("l", "ARRAY", list("TIMESTAMP"))] }),
      column("m", "ARRAY", list("STRUCT", { columns: [column("k", "STRING"), column("d", "DATE")] })),
    ];
    const lines = [
      '{"s":{"x":9007199254740993,"l":["2024-01-01T00:00:00Z",null]},"m":[{"k":"v","d":"2024-01-02"},null,{"k":""}]}',
      '{"s":null,"m":[]}',
      '{"s":{"l":[]},"m":null}',
    ];
    expect(await values("NDJSON", lines.join("\r\n"), columns)).toEqual([
      [
        { x: "9007199254740993", l: ["2024-01-01 00:00:00", null] },
        [{ k: "v", d: "2024-01-02" }, null, { k: "", d: null }],
      ],
      [null, []],
      [{ x: null, l: [] }, null],
    ]);
  });

  test("keys match after trimming and ignoring case, even after a byte order mark", async () => {
    const columns = [column("n", "INT64", { source_name: "Count input" }), column("name", "STRING")];
    const text = '\ufeff{" NAME ":"x","COUNT input":1}\n \n{"COUNT input":2}\n';
    expect(await values("NDJSON", text, columns)).toEqual([
      ["1", "x"],
      ["2", null],
    ]);
  });
});

describe("refused lines of an NDJSON file", () => {
  test("values are checked", async () => {
    const columns = [
      ...AB,
      column("f", "FLOAT64"),
      column("t", "BOOL"),
      column("d", "DATE"),
      column("sequence", "STRING"),
      column("l", "ARRAY", list("INT64", { nullable: false })),
    ];
    const lines = [
      '{"a":1.0,"b":7,"f":"1.5","t":1,"d":"2024-02-30","sequence":"ACX","l":[1,null]}',
      '{"a":9223372036854775808,"b":null,"f":1e999,"t":"true","d":20240101,"l":{}}',
      '{"a":"1"}',
    ];
    expect((await ingest("NDJSON", lines.join("\n"), columns)).sentences).toEqual([
      'variants.ndjson, line 1, column "a": "1.0" is written with decimals; write only its digits, or make the column FLOAT64.',
      'variants.ndjson, line 1, column "b": "7" is not a string.',
      'variants.ndjson, line 1, column "f": ""1.5"" is not a number.',
      'variants.ndjson, line 1, column "t": "1" is neither true nor false.',
      'variants.ndjson, line 1, column "d": "2024-02-30" is not a valid calendar date.',
      'variants.ndjson, line 1, column "sequence": "ACX" has "X" at position 3; a sequence may contain only the capital letters ACDEFGHIKLMNPQRSTVWY; set the column\'s "kind" to NONE to load such sequences unchecked, or set "bad_rows": "SKIP" to skip these rows.',
      'variants.ndjson, line 1, column "l[1]": a value is missing, but this column requires one.',
      'variants.ndjson, line 2, column "a": "9223372036854775808" is outside the range of INT64.',
      'variants.ndjson, line 2, column "f": "1e999" is too large for FLOAT64.',
      'variants.ndjson, line 2, column "t": ""true"" is neither true nor false.',
      'variants.ndjson, line 2, column "d": "20240101" is not a date string in the form "YYYY-MM-DD".',
      'variants.ndjson, line 2, column "l": "{}" is not a list.',
      'variants.ndjson, line 3, column "a": ""1"" is not a number.',
    ]);
  });

  test("shapes are checked", async () => {
    const lines = [
      '{"a":1,"b":"x"}',
      '{"a":1,"c":2}',
      "[1]",
      "",
      '{"a":NaN}',
      '{"a":1,"a":2}',
      '{"A":1}',
      '{"a":1} {"a":2}',
      '{"a":1,}',
      '{"b":"x\\u0000"}',
      '{"b":"\\ud800"}',
      '{"a":1',
    ];
    expect((await ingest("NDJSON", lines.join("\n"), AB)).sentences).toEqual([
      `variants.ndjson, line 2, column "c": this column is in the file but not in the table; the table's columns are a, b; to omit columns, use "ignored_columns".`,
      "variants.ndjson, line 3: the line is not a JSON object.",
      'variants.ndjson, line 5: the line is not JSON at "N"; write null for a missing value.',
      'variants.ndjson, line 6, column "a": the line has this column twice.',
      'variants.ndjson, line 7, column "A": earlier lines spell this column "a".',
      "variants.ndjson, line 8: the line is not JSON: something follows the object.",
      'variants.ndjson, line 9: the line is not JSON at "}".',
      "variants.ndjson, line 10: the line contains a NUL character, which is not allowed in text; remove it.",
      "variants.ndjson, line 11: the line is not JSON: a string contains an invalid escape.",
      "variants.ndjson, line 12: the line is not JSON: it ends too early.",
    ]);
  });

  test("advice fits the column", async () => {
    const columns = [column("a", "DATE", { nullable: false }), column("b", "DATE")];
    const lines = '{"a":"n/a","b":"n/a"}\n{"a":"soon","b":"soon"}\n';
    const notDate = "is not a date in the form YYYY-MM-DD";
    expect((await ingest("NDJSON", lines, columns)).sentences).toEqual([
      `variants.ndjson, line 1, column "a": "n/a" ${notDate}; this column must have a value.`,
      `variants.ndjson, line 1, column "b": "n/a" ${notDate}; if it means a missing value, write null or set "missing_values": ["n/a"].`,
      `variants.ndjson, line 2, column "a": "soon" ${notDate}.`,
      `variants.ndjson, line 2, column "b": "soon" ${notDate}.`,
    ]);
  });

  test("missing values and missing columns are reported", async () => {
    const columns = [column("a", "INT64", { nullable: false }), column("b", "STRING"), column("c", "STRING")];
    expect(
      (await ingest("NDJSON", '{"a":1,"b":"x"}\n{"b":"y"}\n{"a":null,"b":"z"}\n', columns)).sentences,
    ).toEqual([
      'variants.ndjson, line 2, column "a": a value is missing, but this column requires one.',
      'variants.ndjson, line 3, column "a": a value is missing, but this column requires one.',
      'variants.ndjson, column "c": this column is missing from the file; its header has a, b.',
    ]);
  });

  test("an enclosing list, an empty file, and bytes that are not UTF-8 are rejected", async () => {
    expect((await ingest("NDJSON", '[{"a":1},\n{"a":2}]\n', AB)).sentences[0]).toBe(
      "variants.ndjson: the file is JSON with all rows in one list, not NDJSON; save it with one object per line, without enclosing brackets and without commas between objects.",
    );
    expect((await ingest("NDJSON", "\n \n", AB)).sentences).toEqual(["variants.ndjson: the file is empty."]);
    const latin = Buffer.from('{"a":1,"b":"caf\u00e9"}\n', "latin1");
    expect((await ingest("NDJSON", latin, AB)).sentences).toEqual([
      'variants.ndjson, line 1: the text is not UTF-8; if it is Latin-1 or WINDOWS-1252, set "encoding": "WINDOWS-1252", or save the file as UTF-8 text.',
    ]);
  });
});

test("zeros next to missing values cause a warning", async () => {
  const { warnings } = await ingest("NDJSON", '{"a":0,"b":"x"}\n{"a":null,"b":"y"}\n{}\n{"b":"z"}\n', AB);
  expect(warnings).toEqual([
    "variants.ndjson: 1 empty row was skipped.",
    "a: 1 zero and 2 missing cells in one column; check that zero does not mean a missing value.",
  ]);
});

describe("a large NDJSON file", () => {
  const names = Array.from({ length: 2000 }, (_, index) => `c${index}`);

  test("a line may have more keys than a table of 1,000 columns", async () => {
    const columns = names.map((name) => column(name, "INT64"));
    const line = JSON.stringify(Object.fromEntries(names.map((name, index) => [name, index])));
    const outcome = await ingest("NDJSON", `${line}\n${line}\n`, columns);
    expect(outcome).toMatchObject({ sentences: [], rows: 2 });
  });

  // Comparing each key with every column took more than a minute.
  test("up to 200,000 keys without a column are accepted", async () => {
    const columns = names.map((name) => column(name, "INT64"));
    const lines = Array.from({ length: 4 }, (_, line) => {
      const keys = Array.from({ length: 50_000 }, (_, index) => `"${50_000 * line + index}":1`);
      return `{${keys.join(",")}}\n`;
    });
    const { errors } = await ingest("NDJSON", lines.join(""), columns);
    expect(errors).toHaveLength(101);
    expect(errors.at(-1)).toBe("… and 201,900 more; load:downloadErrors lists all of them.");
  });

  test("the upload passes if a required column has a value", async () => {
    const columns = [column("a", "INT64", { nullable: false }), column("b", "INT64")];
    expect(await check("NDJSON", '{"a":1}\n{"b":1,"a":2}\n', columns)).toEqual([]);
    expect(await check("NDJSON", '{"b":1}\n', columns)).toEqual([
      'variants.ndjson, line 1, column "a": a value is missing, but this column requires one.',
    ]);
  });

  test("a missing required field is named", async () => {
    const field = {
      nullable: false,
      columns: [column("x", "INT64"), column("y", "INT64", { nullable: false })],
    };
    const { sentences } = await ingest("NDJSON", '{"s":{"y":1}}\n{"s":{"x":1}}\n', [
      column("s", "STRUCT", field),
    ]);
    expect(sentences).toEqual([
      'variants.ndjson, line 2, column "s.y": a value is missing, but this column requires one.',
    ]);
  });
});
