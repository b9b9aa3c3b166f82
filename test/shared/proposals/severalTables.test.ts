import { writeXlsx } from "hucre";
import { describe, expect, test } from "vitest";
import { useFolder } from "../formats/ingesting.ts";
import { loadByPreview } from "./loadByPreview.ts";

useFolder();

type Rows = (string | number | null)[][];

const csv = (rows: Rows, separator = ",") =>
  rows.map((row) => `${row.map((cell) => cell ?? "").join(separator)}\n`).join("");
const workbook = (rows: Rows) => writeXlsx({ sheets: [{ name: "Run", rows }] });

/** Runs of a thermocycler: a title, an empty line, names and rows, one below the other. */
const RUNS: Rows = ["actin", "tubulin"].flatMap(
  (gene, run): Rows => [
    [`Analysis of ${gene}`, null, null, null],
    [null, null, null, null],
    ["No.", "Name", "Type", "Ct"],
    [run * 10 + 1, "S1", "Unknown", 18.25 + run],
    [run * 10 + 2, "S2", "Unknown", 19.5 + run],
    [run * 10 + 3, "S3", "Standard", 21.75 + run],
    [null, null, null, null],
  ],
);

describe("a file of several tables", () => {
  test.each([
    ["text", async () => csv(RUNS, ";"), "runs.csv", "line"],
    ["a workbook", () => workbook(RUNS), "runs.xlsx", "row"],
  ])("the first table of %s is read, and the others can be chosen", async (_, content, name, place) => {
    const { preview, rows, names } = await loadByPreview(await content(), name);
    expect(names).toEqual(["no", "name", "type", "ct"]);
    expect(rows).toEqual([
      ["1", "S1", "Unknown", 18.25],
      ["2", "S2", "Unknown", 19.5],
      ["3", "S3", "Standard", 21.75],
    ]);
    expect(preview.sections).toEqual([
      { name: "Analysis of actin", header_row: 3, last_row: 6, chosen: true },
      { name: "Analysis of tubulin", header_row: 10, last_row: null, chosen: false },
    ]);
    expect(preview.warnings).toContain(
      `The file contains 2 tables; Analysis of actin is read. To read a different table (Analysis of tubulin from ${place} 10), choose its header row.`,
    );
  });

  test.each<[string, Rows]>([
    [
      "a group name between rows",
      [
        ["Group B", null, null],
        ["y1", 4, 5],
        ["y2", 5, 6],
      ],
    ],
    [
      "a row of missing values",
      [
        ["y1", "n.d.", "n.d."],
        ["y2", 5, 6],
      ],
    ],
    ["a value that cannot be read", [["y1", "1O.5", 6]]],
  ])("an empty line does not end a table above %s", async (_, below) => {
    const rows = [["name", "kd", "tm"], ["x1", 1.5, 50], ["x2", 2.5, 51], [null, null, null], ...below];
    const { preview } = await loadByPreview(csv(rows));
    expect(preview.config?.last_row).toBeUndefined();
    expect(preview.rows_read).toBe(2 + below.length);
  });

  test("text below the rows that is not a note ends the table", async () => {
    const rows: Rows = [
      ["no", "a", "b", "c"],
      ...Array.from({ length: 4 }, (_, at): Rows[number] => [at + 1, at + 0.5, at + 1.5, at + 2.5]),
      ["SETTINGS", null, null, null],
      ["lid:none", null, null, null],
      ["SIGNATURE:1F2E3D", null, null, null],
    ];
    const loaded = await loadByPreview(csv(rows));
    expect(loaded.rows).toHaveLength(4);
    expect(loaded.preview.config?.last_row).toBe(5);
  });
});

test.each<[string, Rows]>([
  ["no values", [["W", null, null, null]]],
  [
    "numbers only in the first column",
    [
      [6, null, null, null],
      [7, null, null, null],
    ],
  ],
  [
    "values in other columns",
    [
      [null, null, null, "run 2"],
      [null, null, null, "run 3"],
    ],
  ],
])("rows with %s at the end of a table are loaded", async (_, below) => {
  const isNumbered = typeof below[0]?.[0] === "number";
  const rows: Rows = [
    ["id", "a", "b", "c"],
    ...[1, 2, 3, 4].map((at): Rows[number] => [
      isNumbered ? at : ("KILM"[at - 1] ?? ""),
      at + 0.5,
      at + 1.5,
      "run 1",
    ]),
    ...below,
  ];
  const loaded = await loadByPreview(csv(rows));
  expect(loaded.preview.config?.last_row).toBeUndefined();
  expect(loaded.rows).toHaveLength(4 + below.length);
});

describe("names in several rows", () => {
  const names: Rows = [
    ["Sample", "File", "Min", "Total", "Live", "Live"],
    [null, "name", "(microns)", "cells", "cells", "(%)"],
  ];
  const values: Rows = [
    ["a1", "a1.smp", 6.5, 1027, 1011, 98.4],
    ["a2", "a2.smp", 6.5, 2123, 2098, 98.8],
    ["a3", "a3.smp", 6.5, 3082, 3046, 98.8],
  ];

  test("names that continue in the row below are joined", async () => {
    const {
      preview,
      names: columns,
      rows,
    } = await loadByPreview(await workbook([...names, ...values]), "cells.xlsx");
    expect(preview.problems).toEqual([]);
    expect(columns).toEqual([
      "sample",
      "file_name",
      "min_microns",
      "total_cells",
      "live_cells",
      "live_percent",
    ]);
    expect(rows).toHaveLength(3);
  });

  test("names in three rows are joined", async () => {
    const header: Rows = [
      ["Run", "Run", "Run", "FAM", "FAM"],
      ["Chip", "Probe", "Probe", "Ct", "Ct"],
      ["ID", "Name", "Type", "Value", "Quality"],
    ];
    const rows: Rows = [
      ["C1", "p1", "Test", 21.5, 0.9],
      ["C2", "p2", "Test", 22.5, 0.8],
    ];
    const loaded = await loadByPreview(csv([...header, ...rows]));
    expect(loaded.preview.config?.header_rows).toBe(3);
    expect(loaded.names).toEqual([
      "run_chip_id",
      "run_probe_name",
      "run_probe_type",
      "fam_ct_value",
      "fam_ct_quality",
    ]);
    expect(loaded.rows).toHaveLength(2);
  });

  test("names that a Python library made up are ignored", async () => {
    const header: Rows = [
      ["Plate_7", "Unnamed: 1", "Unnamed: 2"],
      ["Sample", "Signal", "Mean"],
    ];
    const loaded = await loadByPreview(csv([...header, ["s1", 1.5, 2.5], ["s2", 3.5, 4.5]]));
    expect(loaded.names).toEqual(["plate_7_sample", "plate_7_signal", "plate_7_mean"]);
    expect(loaded.rows).toHaveLength(2);
  });

  test("a row of words above numbers is a row if the header has a name for each column", async () => {
    const rows: Rows = [
      ["name", "kd", "tm"],
      ["WT", "ref", "ref"],
      ["A5G", 1.5, 50],
      ["K7R", 2.5, 51],
      ["L9P", 3.5, 52],
      ["M2V", 4.5, 53],
      ["S3T", 5.5, 54],
    ];
    const loaded = await loadByPreview(csv(rows));
    expect(loaded.preview.config?.header_rows).toBeUndefined();
    expect(loaded.preview.rows_read).toBe(6);
  });
});

describe("a header that is longer than the rows", () => {
  test("names above rows that omit their last cells are the header", async () => {
    const text = [
      "Experiment: gradient\t\t\t\t",
      "Used\tPos\tName\tCp\tStatus",
      ...["A1", "A2", "A3"].map((well, at) => `True\t${well}\tSample ${at}\t${20 + at}.5\t`),
      ...["A4", "A5", "A6", "A7", "A8"].map((well, at) => `True\t${well}\tSample ${at}\t${30 + at}.5`),
    ].join("\n");
    const { preview, names, rows } = await loadByPreview(text);
    expect(preview.header_row).toBe(2);
    expect(names).toEqual(["used", "pos", "name", "cp", "status"]);
    expect(rows).toHaveLength(8);
  });

  test("rows that often have fewer cells are filled, and a warning says so", async () => {
    const text = ["Sample,Cp,Conc,Note", "s1,1.5,2.5,good", "s2,1.6,2.6", "s3,1.7,2.7", "s4,1.8,2.8"].join(
      "\n",
    );
    const { preview, rows } = await loadByPreview(text);
    expect(rows).toHaveLength(4);
    expect(preview.warnings).toContainEqual(
      "3 rows have fewer cells than the header; the cells missing at their end are read as empty.",
    );
  });

  test("a single short row is still a problem", async () => {
    const rows = Array.from({ length: 40 }, (_, at) => (at === 20 ? `s${at},1.5` : `s${at},1.5,2.5`));
    const { preview } = await loadByPreview(["Sample,Cp,Conc", ...rows].join("\n"));
    expect(preview.problems.join(" ")).toMatch(/the row has 2 cells, but the header has 3/);
  });
});

test("a number above texts is not a name", async () => {
  const text = [
    "0\t2024-06-02 15:13:31\t#FILE#\t600106\trun\t\t",
    ...[1, 2, 3].map((at) => `40\t2024-05-11 09:2${at}:45\tS${at}\t1/5\tglucose\t3.${at}\tR`),
  ].join("\n");
  const { preview, rows } = await loadByPreview(text);
  expect(preview.header_row).toBeNull();
  expect(rows).toHaveLength(4);
});

describe("words in place of numbers", () => {
  test("a word is kept in a separate column, and its number is missing", async () => {
    const text = csv([
      ["sample", "conc"],
      ["a", 1.5],
      ["b", 2.5],
      ["c", "Beyond scale"],
      ["d", 3.5],
      ["e", 4.5],
    ]);
    const { names, rows } = await loadByPreview(text);
    expect(names).toEqual(["sample", "conc", "conc_text"]);
    expect(rows?.[2]).toEqual(["c", null, "Beyond scale"]);
  });

  test("names of columns among the rows are not words", async () => {
    const text = csv([
      ["x", "y"],
      [1, 2],
      [3, 4],
      [5, 6],
      ["time", "signal"],
      [7, 8],
      [9, 10],
    ]);
    const { preview } = await loadByPreview(text);
    expect(preview.problems.join(" ")).toMatch(/"time" is not a/);
  });

  test("lists of numbers among numbers are text", async () => {
    const text = csv([
      ["hit", "taxa"],
      ...["9606", "9606;9598", "10090", "562", "561", "7227"].map((taxa, at) => [`h${at}`, taxa]),
    ]);
    const { preview, rows } = await loadByPreview(text);
    expect(preview.problems).toEqual([]);
    expect(rows?.[1]).toEqual(["h1", "9606;9598"]);
  });
});

describe("texts that are not tables", () => {
  test("a report of lines is refused", async () => {
    const text =
      "Cell counter 2.1\nSample ID: CHO 7\nFile date: 3 May 2024\nViable cells: 1011\nTotal cells: 1027\nViability: 98.4 %\n";
    const { preview } = await loadByPreview(text);
    expect(preview.config).toBeNull();
    expect(preview.problems.join(" ")).toMatch(
      /its lines are texts without separators, .*set one text column/,
    );
  });

  test("a list of words is a column", async () => {
    const { rows } = await loadByPreview("clone\nalpha\nbeta\ngamma\ndelta\nepsilon\n");
    expect(rows).toHaveLength(5);
  });

  test("a file of comments is refused", async () => {
    const { preview } = await loadByPreview(
      "# target name   accession  score\n#------------- ---------- -----\n",
    );
    expect(preview.problems.join(" ")).toMatch(/contains only comments/);
  });
});

test("times of day in a workbook are loaded as the text that their cells show", async () => {
  const content = await writeXlsx({
    sheets: [
      {
        name: "S",
        rows: [
          ["time", "od"],
          [0.0021875, 0.5],
          [0.5, 0.6],
        ],
        cells: new Map([
          ["1,0", { style: { numFmt: "hh:mm:ss" } }],
          ["2,0", { style: { numFmt: "hh:mm:ss" } }],
        ]),
      },
    ],
  });
  const { preview, rows } = await loadByPreview(content, "times.xlsx");
  expect(preview.problems).toEqual([]);
  expect(rows).toEqual([
    ["00:03:09", 0.5],
    ["12:00:00", 0.6],
  ]);
});

test("results are read before the raw data from which an instrument computed them", async () => {
  const raw: Rows = [
    ["Well", "Cycle", "Rn"],
    ...Array.from({ length: 400 }, (_, at): Rows[number] => [`A${at % 12}`, at, at / 7]),
  ];
  const results: Rows = [
    ["Well", "Cq"],
    ["A1", 21.5],
    ["A2", 22.5],
  ];
  const content = await writeXlsx({
    sheets: [
      { name: "Amplification Data", rows: raw },
      { name: "Results", rows: results },
    ],
  });
  const { rows } = await loadByPreview(content, "run.xlsx");
  expect(rows).toEqual([
    ["A1", 21.5],
    ["A2", 22.5],
  ]);
});

test("a section without rows is not read, and can be listed", async () => {
  const text = "Run,7\n\n[EXCEPTIONS]\nWell,Volume\nA1,2.5\nA2,3.5\n\n[DETAILS]\nWell,Volume\n";
  const { rows, preview } = await loadByPreview(text);
  expect(rows).toHaveLength(2);
  expect(preview.sections.map(({ name, chosen }) => [name, chosen])).toContainEqual(["[EXCEPTIONS]", true]);
});

describe("words in place of numbers", () => {
  const numbers = Array.from({ length: 12 }, (_, at) => `A${at + 1}G,${at + 1}.5,0.${at + 1}`);
  const rowsRead = async (lines: readonly string[]) => {
    const { preview } = await loadByPreview([...lines, ""].join("\n"), "screen.csv");
    return [preview.rows_read, preview.config?.last_row];
  };

  test.each(["not expressed", "inactive", ">Max"])(
    "at the end of a table do not end it: %s",
    async (word) => {
      const missing = [13, 14, 15].map((at) => `A${at}G,${word},${word}`);
      expect(await rowsRead(["variant,kcat,km", ...numbers, ...missing])).toEqual([15, undefined]);
    },
  );

  test("different words in a row that begins like the others do not end a table", async () => {
    const rows = ["A13G,inactive,precipitated", "A14G,dead,lost"];
    expect(await rowsRead(["variant,kcat,km", ...numbers, ...rows])).toEqual([14, undefined]);
  });

  test("below an empty line do not end a table", async () => {
    const rows = ["A1G,1.2", "A2G,0.8", "", "A3G,inactive", "A4G,1.1"];
    expect(await rowsRead(["variant,activity", ...rows])).toEqual([4, undefined]);
  });

  test("a line break in a cell is not an empty line", async () => {
    const rows = ["A1G,1.2,ok", 'A2G,0.8,"two\nlines"', "A3G,inactive,", "A4G,1.1,"];
    expect(await rowsRead(["variant,activity,note", ...rows])).toEqual([4, undefined]);
  });
});

describe("controls and further tables below a table", () => {
  const numbers = Array.from({ length: 5 }, (_, at) => `A${at + 1}G,${at + 1}.5,${at + 2}`);
  const rowsRead = async (lines: readonly string[], name = "screen.csv") => {
    const { preview } = await loadByPreview([...lines, ""].join("\n"), name);
    return [preview.rows_read, preview.config?.last_row];
  };

  test("controls with different words at the end of a table are its rows", async () => {
    const controls = ["wild type,strong,fast", "null mutant,weak,slow"];
    expect(await rowsRead(["name,kd,kon", ...numbers, ...controls])).toEqual([7, undefined]);
  });

  test.each(["", "# second day"])("rows continue below %j and a control with words", async (between) => {
    const more = ["wild type,strong,fast", "A7G,2.5,3", "A8G,1,2"];
    expect(await rowsRead(["name,kd,kon", ...numbers, between, ...more])).toEqual([8, undefined]);
  });

  test.each([
    [
      "names for one number",
      ["sample,activity", "Y5F,1.2", "K7A,0.8", "L9V,1.1"],
      ["plate,temperature", "P1,37"],
      4,
    ],
    [
      "the same names",
      ["variant,kd", "A1G,1.2", "A2G,0.8", "A3G,1.1"],
      ["variant,tm", "A1G,50", "A2G,51"],
      4,
    ],
  ])("an empty line and %s end a table", async (_, first, second, last) => {
    expect(await rowsRead([...first, "", ...second])).toEqual([3, last]);
  });

  test("a line break in a cell of a workbook is not a row", async () => {
    const rows: Rows = [
      ["variant", "kd", "note"],
      ["A1G", 1.5, null],
      ["A2G", 2.5, null],
      ["A3G", 3.5, "first\nsecond"],
      [null, null, null],
      ["variant", "tm", "note"],
      ["A1G", 50, null],
      ["A2G", 51, null],
    ];
    const { preview } = await loadByPreview(await workbook(rows), "screen.xlsx");
    expect([preview.rows_read, preview.config?.last_row]).toEqual([3, 4]);
  });

  test("one column of texts below a single word is a table", async () => {
    const names = ["A1G + C2D", "A1G", "K3L + C2D", "K3L", "A1G + K3L", "C2D + K3L", "A1G + C2D + K3L"];
    const { preview, rows } = await loadByPreview(["mutations", ...names, ""].join("\n"), "names.csv");
    expect([preview.problems, rows?.map(([cell]) => cell)]).toEqual([[], names]);
  });
});
