import { writeXlsx } from "hucre";
import { describe, expect, test } from "vitest";
import { useFolder } from "../formats/ingesting.ts";
import { loadByPreview } from "./loadByPreview.ts";

useFolder();

const variants = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    name: `${"ACDEFGHIKL"[at % 10]}${at + 3}W`,
    value: (at % 7) / 4 + 0.5,
  }));
const measured = (count: number, end = "") =>
  variants(count).map(({ name, value }) => `${name},${value},${value + 50}${end}`);
const pairs = (count: number) => variants(count).map(({ name, value }) => `${name},${value}`);
const CONDITIONS = ["rack,degrees,reader,person", "R1,30,Alpha,JD", "R2,42,Beta,KL"];

/** Writes lines as the rows of a sheet, with numbers as numbers. */
function workbook(lines: readonly string[]) {
  const cellOf = (text: string) => (text === "" ? null : Number.isNaN(Number(text)) ? text : Number(text));
  return writeXlsx({ sheets: [{ name: "Run", rows: lines.map((line) => line.split(",").map(cellOf)) }] });
}

describe("two tables with an empty line between them", () => {
  test.each<[string, string[]]>([
    [
      "a wider one below, with lines padded by separators",
      ["clone,kcat,tm,", ...measured(30, ","), ",,,", ...CONDITIONS],
    ],
    ["a wider one below", ["clone,kcat,tm", ...measured(30), "", ...CONDITIONS]],
    [
      "two columns above a wider one",
      ["clone,kcat", ...pairs(4), "", "rack,degrees,reader", "R1,30,Alpha", "R2,42,Beta"],
    ],
    ["a narrower one below", ["clone,kcat,tm", ...measured(30), "", "rack,degrees", "R1,30", "R2,42"]],
    [
      "as many columns, with texts in place of numbers",
      ["clone,kcat", ...pairs(30), "", "rack,buffer", "R1,Tris", "R2,HEPES"],
    ],
  ])("the one with more rows is read, and the other is listed: %s", async (_, lines) => {
    await expectLongest(lines, `${lines.join("\n")}\n`, "run.csv");
    await expectLongest(lines, await workbook(lines), "run.xlsx");
  });

  async function expectLongest(lines: string[], content: string | Uint8Array, name: string): Promise<void> {
    const { preview, rows, names } = await loadByPreview(content, name);
    const place = name.endsWith(".xlsx") ? "row" : "line";
    const first = lines.findIndex((line) => /^,*$/.test(line));
    expect(rows).toHaveLength(first - 1);
    expect(names.slice(0, 2)).toEqual(["clone", "kcat"]);
    expect(preview.sections.map(({ header_row: at, chosen }) => ({ at, chosen }))).toEqual([
      { at: 1, chosen: true },
      { at: first + 2, chosen: false },
    ]);
    expect(preview.warnings.join(" ")).toContain(
      `The file contains 2 tables; the table from ${place} 1 is read. To read a different table (the table from ${place} ${first + 2}), choose its header row.`,
    );
  }

  test("settings above a longer table are not read in its place", async () => {
    const lines = ["setting,number,,", "gain,80,,", "flashes,10,,", ",,,", "well,name,od,tm"];
    const rows = variants(20).map(({ name, value }, at) => `A${at + 1},${name},${value},51.5`);
    const loaded = await loadByPreview([...lines, ...rows].join("\n"), "run.csv");
    expect(loaded.names).toEqual(["well", "name", "od", "tm"]);
    expect(loaded.rows).toHaveLength(20);
    expect(loaded.preview.warnings.join(" ")).toContain("the table from line 1 with 2 rows");
  });

  test("rows of words above the first table are counted", async () => {
    const words = ["reader,person", "Alpha,JD", "Beta,KL", ""];
    const lines = [...words, "clone,kcat,tm", ...measured(30), "", ...CONDITIONS];
    for (const [content, name, place] of [
      [lines.join("\n"), "run.csv", "line"],
      [await workbook(lines), "run.xlsx", "row"],
    ] as const) {
      const { preview, rows } = await loadByPreview(content, name);
      expect(rows).toHaveLength(30);
      expect(preview.warnings.join(" ")).toContain(`3 ${place}s above ${place} 5 are not read.`);
    }
  });

  test("a table may be titled like one without a title", async () => {
    const titled = ["clone,kcat", ...pairs(4), "", "table from line 3", "rack,degrees,reader", "R1,30,Alpha"];
    const { preview } = await loadByPreview(titled.join("\n"), "run.csv");
    expect(preview.warnings.join(" ")).toContain("(table from line 3 from line 8), choose its header row.");
  });

  test("the table below is read from its header row", async () => {
    const text = ["clone,kcat", ...pairs(4), "", ...CONDITIONS].join("\n");
    const { preview } = await loadByPreview(text, "run.csv");
    expect(preview.sections[1]).toEqual({
      name: "table from line 7",
      header_row: 7,
      last_row: null,
      chosen: false,
    });
  });
});

describe("an empty line inside a table", () => {
  test.each<[string, string[]]>([
    ["rows of words", ["E51W,inactive,inactive", "F52W,inactive,inactive"]],
    ["rows with a missing value", ["E51W,,", "F52W,1.5,"]],
    ["more rows", ["E51W,1.25,50.5", "F52W,1.5,51.5"]],
  ])("does not end it above %s", async (_, below) => {
    const text = ["clone,kcat,tm", ...measured(10), "", ...below].join("\n");
    const { rows, preview } = await loadByPreview(text, "run.csv");
    expect(rows).toHaveLength(12);
    expect(preview.sections).toEqual([]);
  });
});

describe("column names that are repeated", () => {
  test.each([
    ["between rows", []],
    ["below an empty line", [""]],
  ])("%s are excluded, and all rows are loaded", async (_, gap) => {
    const text = ["clone,kcat,tm", ...measured(6), ...gap, "clone,kcat,tm", ...measured(5)].join("\n");
    const { rows, preview } = await loadByPreview(text, "run.csv");
    expect(rows).toHaveLength(11);
    expect(preview.config?.exclusions).toEqual([
      { column: "clone", value: "clone", reason: "Repeated column names" },
    ]);
    expect(preview.warnings).toContain("1 row is not loaded because it repeats the column names.");
  });
});

describe("notes and summaries below two columns", () => {
  test.each<[string, string[], number]>([
    ["a mean and a note", ["Mean,0.98", "not purified: C4W and D5W"], 2],
    ["a note alone", ["measured by JD on Monday,"], 1],
    ["a mean above a blank", ["Mean,0.98", "Blank,"], 1],
  ])("%s are excluded, and the preview says so", async (_, below, excluded) => {
    const text = ["clone,kcat", ...pairs(12), ...below].join("\n");
    const { rows, preview } = await loadByPreview(text, "run.csv");
    expect(rows).toHaveLength(12 + below.length - excluded);
    expect(preview.config?.exclusions).toHaveLength(excluded);
    expect(preview.warnings.join(" ")).toMatch(/not loaded because/);
  });

  test("names of several words are not notes", async () => {
    const text = ["sample,kcat", "wild type one,1.5", "double mutant a,2.5", "double mutant b,"].join("\n");
    expect((await loadByPreview(text, "run.csv")).rows).toHaveLength(3);
  });
});

describe("words in place of numbers", () => {
  test.each([3, 6, 12])("%i repeated words among 12 numbers are kept beside them", async (words) => {
    const dead = variants(12 + words)
      .slice(12)
      .map(({ name }) => `${name},not folded`);
    const { names, rows, preview } = await loadByPreview(
      ["clone,kcat", ...pairs(12), ...dead].join("\n"),
      "run.csv",
    );
    expect(names).toEqual(["clone", "kcat", "kcat_text"]);
    expect(rows?.slice(0, 12).every((row) => typeof row[1] === "number")).toBe(true);
    expect(rows?.at(-1)?.slice(1)).toEqual([null, "not folded"]);
    const decision = preview.decisions.find(({ name }) => name === "kcat");
    expect(decision?.reason).toBe(
      `kcat: numbers: ${words} cells cannot be read, such as "not folded"; kcat_text keeps their text.`,
    );
  });

  test("a few numbers among many different words are text", async () => {
    const text = ["clone,batch", "a,1", "b,2", "c,3", "d,red", "e,blue", "f,green", "g,pink"].join("\n");
    expect((await loadByPreview(text, "run.csv")).names).toEqual(["clone", "batch"]);
  });
});
