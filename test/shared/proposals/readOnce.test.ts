import { writeFile } from "node:fs/promises";
import { XlsxSheet } from "@pdp/formats/xlsx";
import { writeXlsx } from "hucre";
import { expect, test, vi } from "vitest";
import { previewFile } from "#shared/proposals/previewFile.ts";
import { newPath, useFolder } from "../formats/ingesting.ts";
import { loadByPreview } from "./loadByPreview.ts";

useFolder();

const NUMBERS = Array.from({ length: 12 }, (_, at) => at + 1);
const PLATE = [
  ["<>", ...NUMBERS],
  ...[..."ABCDEFGH"].map((letter, row) => [letter, ...NUMBERS.map((column) => row + column / 16)]),
];
const NOTES = [["This workbook was written by hand"], ["Ask the lab"]];

test.each([
  { kind: "the only sheet", sheets: [PLATE] },
  { kind: "a sheet below titles", sheets: [[["Endpoint"], ["450 nm"], ...PLATE], NOTES] },
])(
  "a preview opens a sheet with wells once ($kind), and its proposal loads every well",
  async ({ sheets }) => {
    const named = sheets.map((rows, at) => ({ name: `Sheet${at + 1}`, rows }));
    const content = await writeXlsx({ sheets: named });
    const path = newPath("xlsx");
    await writeFile(path, content);
    const open = vi.spyOn(XlsxSheet, "open");
    const { problems } = await previewFile({ path, name: "export.xlsx", isCut: false }, () => false);
    const opened = open.mock.calls.filter(([, options]) => (options?.sheet ?? 1) === 1);
    open.mockRestore();
    expect([opened.length, problems]).toEqual([1, []]);
    expect((await loadByPreview(content, "export.xlsx")).rows).toHaveLength(96);
  },
);
