import { writeFile } from "node:fs/promises";
import { sentences } from "@pdp/basics/wording";
import { ingestFile } from "@pdp/formats/ingest";
import { statedOptions } from "@pdp/formats/options";
import { isReserved } from "@pdp/trino/parse";
import ExcelJs from "exceljs";
import { describe, expect, test } from "vitest";
import { loadTable, type TableConfig } from "#shared/domain/loads/load.ts";
import { dateOrderOf } from "#shared/proposals/dateOrder.ts";
import { previewFile } from "#shared/proposals/previewFile.ts";
import { separatorsOf } from "#shared/proposals/separators.ts";
import { newPath, query, useFolder } from "../formats/ingesting.ts";

useFolder();

async function preview(content: string | Uint8Array) {
  const path = newPath("bin");
  await writeFile(path, content);
  return { ...(await previewFile({ path, name: "plate.csv", isCut: false }, isReserved)), path };
}

async function load(path: string, config: TableConfig | null): Promise<unknown> {
  if (config === null) throw new Error("The preview proposes nothing");
  const table = loadTable("t", config, []);
  const target = newPath("parquet");
  const source = { path, name: "plate.csv", format: table.format, reading: statedOptions(table) };
  const { problems } = await ingestFile(source, table.columns, target);
  if (problems.count > 0) return sentences(problems);
  const names = table.columns.map(({ name, type }) =>
    type === "DATE" ? `CAST("${name}" AS VARCHAR)` : `"${name}"`,
  );
  return query(`SELECT ${names.join(", ")} FROM read_parquet('${target}') ORDER BY __line`);
}

const typeOf = ({ config }: { config: TableConfig | null }, name: string) =>
  config?.columns.find((column) => column.name === name)?.type;

describe("ambiguous numbers", () => {
  test.each([
    ["dates with points", ["10.03.2024", "11.03.2024", "12.03.2024", "13.03.2024", "14.03.2024"]],
    ["accession numbers", ["NP_000530.3", "NP_000531.2", "NP_000532.1", "NP_000533.4", "NP_000534.1"]],
  ])("ambiguous numbers require a choice alongside %s, which have no decimals", async (_, others) => {
    const rows = others.map((other, row) => `${other};${row + 1},23${row}`);
    const seen = await preview(`name;y\n${rows.join("\n")}\n`);
    expect(typeOf(seen, "y") === "STRING" || seen.config?.decimal === ",").toBe(true);
    expect(JSON.stringify(await load(seen.path, seen.config))).not.toContain("1230");
  });

  test.each<[what: string, cells: string[]]>([
    ["one short decimal among many of three digits", ["1,234", "2,345", "875", "120", "3,456", "12,34"]],
    ["a large number and a small one", ["1,234", "2,345", "3,456,789", "4,567", "5,678", "0,512"]],
    ["nothing else", ["1,234", "2,345"]],
  ])("ambiguous numbers remain undecided with %s", (_, cells) => {
    expect(separatorsOf(cells, ".", false).undecided).toEqual(["THOUSANDS_COMMA", "DECIMAL_COMMA"]);
  });

  test("the majority of numbers decides", () => {
    expect(separatorsOf(["1,5", "2,25", "3,125", "4,5"], ".", false).notations).toEqual(["DECIMAL_COMMA"]);
    expect(separatorsOf(["1,234", "875", "12,345,678"], ".", false).notations).toEqual(["THOUSANDS_COMMA"]);
  });

  test("a typing error does not affect the other values", async () => {
    const cells = ["1.234", "2.345", "3.456", "4.567", "5.678", "6.789", "7.891", "1.123.456"];
    const seen = await preview(`y\n${cells.join("\n")}\n`);
    expect(separatorsOf(cells, ".", false).notations).toEqual([]);
    expect(seen.columns[0]).toMatchObject({ type: "FLOAT64", exceptions: [{ count: 1 }] });
  });

  test("numbers that start with a zero have no thousands separators", async () => {
    const columns = [{ name: "y", type: "FLOAT64" as const, notations: ["THOUSANDS_COMMA" as const] }];
    const path = newPath("csv");
    await writeFile(path, 'y\n"1,234"\n"0,512"\n');
    expect(JSON.stringify(await load(path, { columns, format: "CSV" } as TableConfig))).toContain("0,512");
  });

  test("the date order is undecided if the same number of cells fit each order", () => {
    const cells = ["13/03/2026", "03/14/2026", "01/02/2026"];
    expect(dateOrderOf(cells).undecided).toEqual(["DAY_MONTH_YEAR", "MONTH_DAY_YEAR"]);
  });
});

test("percentages of a workbook are loaded as previewed", async () => {
  const book = new ExcelJs.Workbook();
  const sheet = book.addWorksheet("S");
  sheet.addRow(["id", "y"]);
  for (const [row, value] of [0.95, 0.5, 0.25, 0.1, "88 %"].entries()) {
    sheet.addRow([`v${row}`, value]).getCell(2).numFmt = "0%";
  }
  const seen = await preview(new Uint8Array(await book.xlsx.writeBuffer()));
  const rows = (await load(seen.path, seen.config)) as [string, number][];
  expect(rows.map(([, value]) => value)).toEqual([95, 50, 25, 10, 88]);
});

describe("text among other values", () => {
  const keep = (seen: Awaited<ReturnType<typeof preview>>) => {
    const proposal = seen.columns[0]?.proposals.find(({ title }) => title.startsWith("Keep other text"));
    return proposal && ({ ...seen.config, columns: proposal.columns } as TableConfig);
  };

  test("text is kept in a separate column next to dates", async () => {
    const seen = await preview("y\n05.03.2024\n15.03.2024\n16.03.2024\n17.03.2024\n18.03.2024\nlater\n");
    expect(await load(seen.path, keep(seen) ?? null)).toEqual([
      ...["05", "15", "16", "17", "18"].map((day) => [`2024-03-${day}`, null]),
      [null, "later"],
    ]);
  });

  test("no text column is proposed for booleans, because they would be lost", async () => {
    const seen = await preview("y\ntrue\nfalse\ntrue\nfalse\ntrue\nmaybe\n");
    expect(keep(seen)).toBeUndefined();
  });
});

describe("proposed exclusions", () => {
  test("a units row is excluded by line if other rows have its value", async () => {
    const seen = await preview("buffer,conc,od\n,M,h\nA,M,1.2\nA,M,2.3\nB,A,3.4\n");
    const exclusions = seen.config?.exclusions ?? [];
    for (const one of exclusions) expect(one).toMatchObject({ file: "plate.csv", line: 2 });
    const rows = (await load(seen.path, seen.config)) as unknown[];
    expect(rows.length).toBeGreaterThanOrEqual(3);
  });

  test("exclusions with long notes stay within their limits", async () => {
    const note = `measured by somebody ${"in the laboratory ".repeat(80)}`;
    const seen = await preview(`a,b,c\nx,1.5,2.5\ny,2.5,3.5\nz,3.5,4.5\n${note},,\n`);
    expect(seen.config?.exclusions).toMatchObject([{ file: "plate.csv", line: 5 }]);
    expect(await load(seen.path, seen.config)).toHaveLength(3);
  });
});

test("splits are proposed only as far as the maximum number of columns allows", async () => {
  const names = Array.from({ length: 1_001 }, (_, index) => `c${index}`);
  const rows = ["1.5", "<0.5", "2.5", "3.5", "4.5"].map((cell) => names.map(() => cell).join(","));
  const { config } = await preview(`${names.join(",")}\n${rows.join("\n")}\n`);
  expect(config?.columns).toHaveLength(2_000);
});
