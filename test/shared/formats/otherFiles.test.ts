import { writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { sentences } from "@pdp/basics/wording";
import { isSequenceFormat } from "@pdp/formats/options";
import { isReserved } from "@pdp/trino/parse";
import { writeXlsx } from "hucre";
import { describe, expect, test } from "vitest";
import { readSample } from "#cli/files/readSample.ts";
import { scanFile } from "#cli/files/scanFile.ts";
import { loadTable, type TableConfig } from "#shared/domain/loads/load.ts";
import { previewFile } from "#shared/proposals/previewFile.ts";
import { zipOf } from "#test/shared/formats/zipping.ts";
import { biologyFiles, ordinaryTables } from "#test/support/biologyFiles.ts";
import { type PlateFile, plateFiles, tablesLikePlates, textOf } from "#test/support/plateFiles.ts";
import { check, column, ingest, newPath, useFolder } from "./ingesting.ts";

useFolder();

const COLUMNS = [column("sequence", "STRING"), column("activity", "FLOAT64")];
const NAME = "variants.csv";

/** Returns what the preview and the command-line program report about a file. */
async function previewsOf(content: string | Uint8Array): Promise<string[][]> {
  const path = newPath("bin");
  await writeFile(path, content);
  const { problems, config } = await previewFile({ path, name: NAME, isCut: false }, isReserved);
  expect(config).toBeNull();
  const sample = await readSample(path, NAME);
  return [problems, "reason" in sample ? [`${NAME}: ${sample.reason}.`] : []];
}

/** Returns what checking and ingesting a file report, on the service and in the command-line program. */
async function checksOf(
  format: "CSV" | "TSV" | "XLSX",
  content: string | Uint8Array,
  columns = COLUMNS,
): Promise<string[][]> {
  const path = newPath("bin");
  await writeFile(path, content);
  const config = { format, columns } as TableConfig;
  const table = loadTable("t", config, []);
  const name = `variants.${format.toLowerCase()}`;
  const scanned = await scanFile(path, name, "t", table, await readSample(path, name), AbortSignal.any([]));
  const { sentences: ingested } = await ingest(format, content, columns);
  return [await check(format, content, columns), ingested, sentences(scanned.problems)];
}

describe("a text file of another kind is recognized, whichever parser reads it", () => {
  test.each([
    ["XML without a declaration", "<run>\n<well>1</well>\n</run>\n"],
    ["JSON in one list", '[{"name": "a"}, {"name": "b"}]'],
    ["a web page", "<html><body><table></table></body></html>"],
  ])("a file of another kind is rejected with its name: %s", async (_, content) => {
    const [seen = [], ...others] = await previewsOf(content);
    expect(seen).toEqual([expect.stringMatching(/^variants\.csv: the file is .+, not CSV; save .*\.$/)]);
    for (const other of [...others, ...(await previewsOf(gzipSync(content)))]) expect(other).toEqual(seen);
    for (const other of await checksOf("CSV", content)) expect(other).toEqual(seen);
    const asTsv = seen.map((text) =>
      text.replace("variants.csv", "variants.tsv").replace("not CSV", "not TSV"),
    );
    for (const other of await checksOf("TSV", content)) expect(other).toEqual(asTsv);
  });

  test.each(biologyFiles.filter(([kind]) => isSequenceFormat(kind)))(
    "the kind of the file is reported if a table was expected: %s, %s",
    async (kind, __, content) => {
      const reason = new RegExp(`^variants\\.csv: the file is .+, not CSV; set "format": "${kind}".*\\.$`);
      for (const [seen, ...more] of await checksOf("CSV", content)) {
        expect(seen).toMatch(reason);
        expect(more).toEqual([]);
      }
    },
  );

  test.each(ordinaryTables)("a table with %s is proposed", async (_, content) => {
    const path = newPath("bin");
    await writeFile(path, content);
    const { config } = await previewFile({ path, name: NAME, isCut: false }, isReserved);
    expect(config).not.toBeNull();
  });
});

test.each([
  [
    "an old workbook",
    Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(4_088)]),
    "a spreadsheet in the legacy XLS format or protected by a password, not CSV; save it as XLSX or CSV, without a password",
  ],
  [
    "a Numbers document",
    zipOf(
      { path: "Index/Document.iwa", content: Buffer.from("document") },
      { path: "Metadata/Properties.plist", content: Buffer.from("properties") },
    ),
    "an Apple Numbers, Pages or Keynote document, not CSV; export it as CSV or XLSX",
  ],
])("%s is refused with advice by previews and loads", async (_, content, reason) => {
  const sentence = `variants.csv: the file is ${reason}.`;
  for (const seen of [...(await previewsOf(content)), ...(await checksOf("CSV", content))])
    expect(seen).toEqual([sentence]);
});

describe("a plate grid instead of a table is reported", () => {
  const reasonOf = ({ line, wells }: PlateFile, unit: "line" | "row") =>
    new RegExp(
      `the ${unit === "line" ? "file" : "sheet"} is a plate grid \\(${wells} wells: \\d+ × \\d+ values from ${unit} ${line}\\), not a table; set "arrangement": "PLATES" to read one row per well`,
    );

  test.each(plateFiles)("a plate grid in text is reported: $title", async (plate) => {
    const reason = [expect.stringMatching(reasonOf(plate, "line"))];
    for (const delimiter of [",", ";", "\t"]) {
      const content = textOf(plate.cells, delimiter);
      for (const seen of await checksOf(delimiter === "\t" ? "TSV" : "CSV", content))
        expect(seen).toEqual(reason);
    }
  });

  test.each(plateFiles)("a plate grid in a workbook is reported: $title", async (plate) => {
    const reason = [expect.stringMatching(reasonOf(plate, "row"))];
    const rows = plate.cells.map((cells) =>
      cells.map((cell) => (cell === "" ? null : Number.isNaN(Number(cell)) ? cell : Number(cell))),
    );
    const content = await writeXlsx({ sheets: [{ name: "Plate 1", rows }] });
    for (const seen of await checksOf("XLSX", content)) expect(seen).toEqual(reason);
  });

  test("a plate grid is reported with the apparent column names from its first row", async () => {
    const [, plate] = plateFiles as [PlateFile, PlateFile];
    const [first = []] = plate.cells;
    const columns = first.map((source_name, index) => column(`c${index}`, "STRING", { source_name }));
    const reason = [expect.stringMatching(reasonOf(plate, "line"))];
    for (const seen of await checksOf("CSV", textOf(plate.cells, ","), columns)) expect(seen).toEqual(reason);
    const content = await writeXlsx({ sheets: [{ name: "Plate 1", rows: plate.cells }] });
    const inSheet = [expect.stringMatching(reasonOf(plate, "row"))];
    for (const seen of await checksOf("XLSX", content, columns)) expect(seen).toEqual(inSheet);
  });

  test("the grid is loaded as a table if the configuration names its numbered columns", async () => {
    const [{ cells }] = plateFiles as [PlateFile];
    const numbered = (cells[0] as string[])
      .slice(1)
      .map((source_name) => column(`c${source_name}`, "FLOAT64", { source_name }));
    const { errors, rows } = await ingest("CSV", textOf(cells, ","), numbered, { ignored_columns: [""] });
    expect([errors, rows]).toEqual([[], 8]);
  });

  test.each(tablesLikePlates)("%s are read as a table", async (_, cells) => {
    const path = newPath("bin");
    for (const content of [
      textOf(cells, ","),
      await writeXlsx({
        sheets: [{ name: "Data", rows: cells.map((row) => row.map((cell) => cell || null)) }],
      }),
    ]) {
      await writeFile(path, content);
      const seen = await previewFile({ path, name: NAME, isCut: false }, isReserved);
      expect(seen.problems).toEqual([]);
      expect(seen.rows_read).toBe(cells.length - 1);
    }
  });
});
