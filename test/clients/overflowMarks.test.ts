import { writeFile } from "node:fs/promises";
import { isReserved } from "@pdp/trino/parse";
import { describe, expect, test } from "vitest";
import { planImport } from "#cli/files/planImport.ts";
import { checkConfig } from "#cli/files/scanFile.ts";
import type { TableConfig } from "#client/importFiles.ts";
import { checkRows } from "#console/worker/checkRows.ts";
import { loadTable } from "#shared/domain/loads/load.ts";
import { previewFile } from "#shared/proposals/previewFile.ts";
import { newPath, useFolder, values } from "../shared/formats/ingesting.ts";

useFolder();

const COLUMNS = Array.from({ length: 12 }, (_, at) => at + 1);

/** A plate with a mark in well A1. */
const plate = (mark: string) =>
  [
    `\t${COLUMNS.join("\t")}`,
    ...[..."ABCDEFGH"].map((letter, row) =>
      [letter, ...COLUMNS.map((column) => (row + column === 1 ? mark : `${row}.${column}5`))].join("\t"),
    ),
  ].join("\n");

/** A list of wells with a mark in the first one. */
const list = (mark: string) =>
  ["Well\tSignal", `A1\t${mark}`, ...COLUMNS.map((column) => `B${column}\t${column}.25`)].join("\n");

describe.each([
  ["a plate", plate, "value"],
  ["a list of wells", list, "signal"],
])("the same rule reads %s in every client", (_, contentOf, column) => {
  test.each([
    ["OVER", ">"],
    ["OVRFLW", ">"],
    [">Max", ">"],
    ["*****", ">"],
    ["Saturated", ">"],
    [">4.000", ">"],
    ["<0.010", "<"],
    ["Invalid", null],
    ["n.d.", null],
  ])("%s is %j", async (mark, limit) => {
    const content = contentOf(mark);
    const path = newPath("txt");
    await writeFile(path, content);
    const seen = await previewFile({ path, name: "export.txt", isCut: false }, isReserved);
    expect(seen.problems).toEqual([]);
    const config = seen.config as TableConfig;
    const table = loadTable("t", seen.config ?? { columns: [] }, []);
    const rows = await values(table.format, content, table.columns, table);
    const [first] = rows;
    const names = table.columns.map(({ name }) => name);
    const at = names.indexOf(`${column}_limit`);
    expect(at < 0 ? null : first?.[at]).toBe(limit);
    if (!/\d/.test(mark)) expect(first?.[names.indexOf(column)]).toBeNull();
    // The rule is stated.
    const stated = [...(seen.plate_notes ?? []), ...seen.decisions.map(({ reason }) => reason)].join(" ");
    expect(stated).toContain(mark);

    // In a table that is not a plate, the command line asks what a word means.
    const asks = limit === null && config.arrangement !== "PLATES";
    const flags = asks ? { missing: [mark] } : {};
    const plan = await planImport([path], "t", null, flags, AbortSignal.any([]));
    const planned = checkConfig("t", plan.config, []);
    expect(planned.columns.map(({ name }) => name)).toEqual(names);
    expect(await values(planned.format, content, planned.columns, planned)).toEqual(rows);
    expect(plan.reports).toMatchObject([{ rows: seen.rows_read, problems: { count: 0 } }]);
    if (!asks) expect(plan.notes.join(" ")).toContain(mark);
    const file = new Blob([content]);
    const checked = await checkRows({ file, name: "export.txt", into: "t", config }, () => undefined);
    expect(checked).toMatchObject({ rows: seen.rows_read, problems: { count: 0 } });
  });
});
