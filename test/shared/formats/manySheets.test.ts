import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Column } from "@pdp/basics/columns";
import { sentences } from "@pdp/basics/wording";
import { checkFile } from "@pdp/formats/files";
import { ingestFile } from "@pdp/formats/ingest";
import { WorkbookParts } from "@pdp/formats/xlsx";

import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { previewFile } from "#shared/proposals/previewFile.ts";
import { MAX_SHEETS } from "../../../shared/formats/xlsx/xlsxParts.ts";
import { sheetOf, workbookOf } from "./zipping.ts";

const SENTENCE = (count: string): string =>
  `the workbook has ${count} sheets, but at most 1,000 are allowed; split the workbook, or save the sheet as CSV`;
const ROWS =
  '<row r="1"><c r="A1" t="inlineStr"><is><t>id</t></is></c></row><row r="2"><c r="A2"><v>1</v></c></row>';
const COLUMNS = [{ name: "id", type: "INT64", nullable: true, metadata: {} } as Column];

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "many-sheets-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Workbook that lists the same part as many sheets. */
function workbook(count: number): Buffer {
  const listed = Array.from(
    { length: count },
    (_, index) => `<sheet name="s${index}" sheetId="${index}" r:id="rId1"/>`,
  );
  return workbookOf({
    sheet: sheetOf(ROWS),
    workbook: `<workbook><sheets>${listed.join("")}</sheets></workbook>`,
  });
}

async function fileOf(bytes: Buffer): Promise<string> {
  const path = join(folder, "book.xlsx");
  await writeFile(path, bytes);
  return path;
}

describe("a workbook with too many sheets", () => {
  it.each([
    [MAX_SHEETS + 1, "1,001"],
    [200_000, "200,000"],
  ])(
    "a workbook with %i sheets is rejected with the number and the limit in previews, uploads and loads",
    async (count, shown) => {
      const path = await fileOf(workbook(count));
      const preview = await previewFile({ path, name: "book.xlsx", isCut: false }, () => false);
      expect(preview).toMatchObject({ config: null, problems: [`book.xlsx: ${SENTENCE(shown)}.`] });
      const source = { path, name: "book.xlsx", format: "XLSX", table: "t", reading: {} } as const;
      expect(sentences(await checkFile(source, COLUMNS))).toEqual([`book.xlsx: ${SENTENCE(shown)}.`]);
      const { problems } = await ingestFile(source, COLUMNS, join(folder, "out.parquet"));
      expect(sentences(problems)).toEqual([`book.xlsx: ${SENTENCE(shown)}.`]);
    },
  );

  it("a workbook with too many sheets is refused before its sheets and lists are read", async () => {
    const read = vi.spyOn(WorkbookParts.prototype, "read");
    const path = await fileOf(workbook(5_000));
    await previewFile({ path, name: "book.xlsx", isCut: false }, () => false);
    expect(read.mock.calls.map(([part]) => part)).toEqual(["_rels/.rels", "xl/workbook.xml"]);
    read.mockRestore();
  });

  it("the maximum number of sheets is read", async () => {
    const path = await fileOf(workbook(MAX_SHEETS));
    const preview = await previewFile({ path, name: "book.xlsx", isCut: false }, () => false);
    expect(preview.problems).toEqual([]);
    expect(preview.columns).toHaveLength(1);
  });
});
