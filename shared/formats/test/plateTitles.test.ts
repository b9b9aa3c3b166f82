import { describe, expect, test } from "vitest";
import { readTitle } from "../plates/gridTitle.ts";
import { plateTable } from "../plates/plateTable.ts";
import { linesOf } from "../plates/plateText.ts";

const COLUMNS = [1, 2, 3, 4];
type Row = readonly (string | number)[];

/** Plate with 12 wells; its values come from `value`. */
function grid(value: (row: number, column: number) => string | number): Row[] {
  return [
    ["", ...COLUMNS],
    ...["A", "B", "C"].map((letter, row) => [letter, ...COLUMNS.map((_, column) => value(row, column))]),
  ];
}
const measured = (base: number) => grid((row, column) => (base + row + column / 10 + 0.01).toFixed(2));

function read(...rows: readonly (Row | string)[]) {
  const text = rows.map((row) => `${typeof row === "string" ? row : row.join(",")}\n`).join("");
  const { header, rows: cells, ...others } = plateTable(linesOf(Buffer.from(text), ","));
  const records = cells.map((row) => Object.fromEntries(header.map((name, at) => [name, row[at]])));
  return { header, records, well: (name: string) => records.filter(({ well }) => well === name), ...others };
}

describe("plates have different names", () => {
  test.each([
    ["Plate1", "Plate2", "1", "2"],
    ["Plate A", "Plate B", "A", "B"],
    ["PlateA", "PlateB", "A", "B"],
    ["plate_1", "plate_2", "1", "2"],
    ["Plate-1", "Plate-2", "1", "2"],
    ["Microplate 1", "Microplate 2", "1", "2"],
    ["Plate 7", "Plate P3", "7", "P3"],
    ["Plate: library 450 nm", "Plate name = x2", "library", "x2"],
    ["OD450", "OD450", "1", "2"],
    ["Plate 2 OD450", "OD450", "2", "3"],
  ])("plates are named by the titles %s and %s", (first, second, third, other) => {
    const layouts = ["wt", "mut"].map((name) => [
      "Layout",
      ...grid((row, column) => `${name}${row}${column}`),
    ]);
    const { well, header } = read(
      first,
      ...measured(0),
      ...(layouts[0] ?? []),
      second,
      ...measured(5),
      ...(layouts[1] ?? []),
    );
    expect(well("B2")).toMatchObject([
      { plate: third, value: "1.11", layout: "wt11" },
      { plate: other, value: "6.11", layout: "mut11" },
    ]);
    expect(header.filter((name) => name.startsWith("layout"))).toEqual(["layout"]);
  });

  test.each([
    [
      ["450 nm", "570 nm", "450 nm", "570 nm"],
      ["1", "1", "2", "2"],
    ],
    [
      ["450 nm", "450 nm", "570 nm", "570 nm"],
      ["1", "2", "1", "2"],
    ],
    [
      ["Time [s] 0", "Time [s] 30", "Time [s] 60"],
      ["1", "1", "1"],
    ],
    [
      ["450 nm", "570 nm", "450 nm"],
      ["1", "1", "2"],
    ],
  ])("plates are named with the read titles %s", (titles, plates) => {
    const { well } = read(...titles.flatMap((title, index) => [title, ...measured(index)]));
    expect(well("A1").map(({ plate }) => plate)).toEqual(plates);
  });

  test("adjacent plates use the titles above them", () => {
    const [left, right] = [measured(0), measured(5)];
    const both = left.map((row, at) => [...row, "", ...(right[at] ?? [])]);
    expect(read("Plate 1,,,,,,Plate 2", ...both).well("C4")).toMatchObject([
      { plate: "1", read: null, value: "2.31" },
      { plate: "2", read: null, value: "7.31" },
    ]);
    expect(read("450 nm", ...both).well("C4")).toMatchObject([
      { plate: "1", read: "450 nm" },
      { plate: "2", read: "450 nm" },
    ]);
  });

  test.each(["Plate layout", "Plates", "Plate reader", "Plate S/N 12", "Plate 450 nm", "Template 3"])(
    "the title %s does not name a plate",
    (title) => {
      expect(readTitle(title).plate).toBeUndefined();
    },
  );
});

describe("measurements stay measurements", () => {
  test.each([
    ["Control plate", "Mutant plate"],
    ["Experiment name,Foo", "OD600"],
    ["Dose response 1", "OD450"],
    ["Controls", "Mutants"],
  ])("measurements are not read as a layout below %s and %s", (first, second) => {
    const { records, described, header } = read(first, ...measured(0), second, ...measured(5));
    expect(records).toHaveLength(24);
    expect(described).toEqual([]);
    expect(header[header.length - 1]).toBe("value");
  });

  test.each(["OVRFLW", "OVER", "saturated", ">4.0", "NaN", "#N/A", "*****"])(
    "measurements are not read as a layout if most wells of a plate contain %s",
    (word) => {
      const { records, described } = read(
        "Plate 1",
        ...measured(0),
        "Plate 2",
        ...grid(() => word),
        "Plate 3",
        ...grid((row) => (row === 0 ? 1.5 : word)),
      );
      expect(records.map(({ value }) => value)).toHaveLength(36);
      expect(described).toEqual([]);
    },
  );

  test.each([
    "Layout",
    "Plate layout",
    "Plate 1 names",
    "Sample IDs",
    "Concentration (µM)",
    "Dose 2",
    "Assay 5\nDose",
  ])("a grid below %s describes the wells", (title) => {
    const { records, described } = read("OD450", ...measured(0), "", title, ...measured(5));
    expect(records).toHaveLength(12);
    expect(described).toMatchObject([{ name: expect.any(String), line: 7 + title.split("\n").length }]);
  });

  test("a grid with a few names and many empty samples is a layout", () => {
    const { described } = read(
      "OD450",
      ...measured(0),
      "Samples",
      ...grid((row) => (row === 0 ? "wt" : "NA")),
    );
    expect(described).toEqual([{ line: 7, title: "Samples", plate: undefined, name: "samples" }]);
  });
});

describe("a label after the wells names the read", () => {
  test("the label must be the same in every row and not a row number", () => {
    const [head = [], ...rows] = measured(0);
    const labeled = rows.map((row) => [...row, "OD450"]);
    expect(read(head, ...labeled)).toMatchObject({ outside: 0, records: { 0: { read: "OD450" } } });
    const means = rows.map((row, at) => [...row, `${at}.5`]);
    expect(read([...head, "Mean"], ...means)).toMatchObject({ outside: 4, records: { 0: { read: null } } });
    const same = rows.map((row) => [...row, 7]);
    expect(read([...head, "Count"], ...same)).toMatchObject({ outside: 4, records: { 0: { read: null } } });
    const letters = rows.map((row) => [...row, row[0] ?? ""]);
    expect(read(head, ...letters)).toMatchObject({ outside: 0, records: { 0: { read: null } } });
  });

  test("the label must not be a well of the next plate", () => {
    const right = measured(5).map((row) => row.slice(1));
    const both = measured(0).map((row, at) => [...row, ...(right[at] ?? [])]);
    const { well, outside } = read(...both);
    expect(well("A1")).toMatchObject([
      { plate: "1", read: null, value: "0.01" },
      { plate: "2", read: null, value: "5.01" },
    ]);
    expect(outside).toBe(0);
  });
});

describe("times of a kinetic measurement", () => {
  test.each([
    ["Time [min] 30", 1_800],
    ["Time (h): 2", 7_200],
    ["Elapsed time (min) 5", 300],
    ["Time [s] 12.5", 12.5],
    ["Cycle time 500 ms", 0.5],
    ["Time 0:05:00", 300],
    ["Kinetic 14:32:10", 52_330],
    ["Time after addition 30 min", 1_800],
    ["Time 0,125 s", 0.125],
    ["Time 1,5 hours", 5_400],
    ["Time 300", 300],
    ["Time: 1 h 5 min 30 s", 3_930],
    ["Time 0 h 10 min 450 nm", 600],
    ["Time [min] 5 30 s", 300],
    ["Date: 2026-11-26 Time: 14:32:10", undefined],
    ["Time: 2:32:10 PM", undefined],
    ["Time 1,200 s", undefined],
    ["Real-time read 2", undefined],
    ["Integration time 100 ms", undefined],
    ["Time point 3", undefined],
    ["Time [cycles] 3", undefined],
  ])("the title %s means %s seconds", (title, seconds) => {
    const parsed = readTitle(title);
    expect(parsed.time).toBe(seconds);
    if (seconds === undefined) expect(parsed.words).not.toBe("");
  });

  test("a time of day does not mark the start of a kinetic measurement", () => {
    const ofDay = read("OD450 Time: 14:32:10", ...measured(0), "OD450 Time: 14:33:10", ...measured(1));
    expect(ofDay.header).not.toContain("time");
    expect(ofDay.records[0]).toMatchObject({ read: "OD450 Time 14:32:10" });
    const kinetic = read("OD450 Time: 0:00:00", ...measured(0), "OD450 Time: 14:33:10", ...measured(1));
    expect(kinetic.well("A1").map(({ time }) => time)).toEqual(["0", "52390"]);
  });
});

test("the number of descriptions per well is limited", () => {
  const layout = ",1,2,3\nA,x,x,x\nB,x,x,x\n";
  const lines = (count: number) => linesOf(Buffer.from(layout.repeat(count)), ",");
  expect(plateTable(lines(100)).header).toContain("layout_100");
  expect(() => plateTable(lines(20_000))).toThrow("more than 100 descriptions per well");
});
