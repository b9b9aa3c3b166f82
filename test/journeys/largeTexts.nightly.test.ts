import { afterAll, beforeAll, expect, test } from "vitest";
import { type Lab, newLab, scalar } from "../support/lab.ts";
import {
  LARGE_COLUMNS,
  LARGE_FORMATS,
  LARGE_SIZES,
  type LargeFormat,
  largeText,
} from "../support/largeTexts.ts";
import { Pdp } from "../support/pdp.ts";

interface Preview {
  columns: { name: string; type: string }[];
  rows: string[][];
  problems: string[];
}

const FIRST_IDS = Array.from({ length: 20 }, (_, row) => String(row));
let lab: Lab;
let pdp: Pdp;

beforeAll(async () => {
  lab = await newLab();
  pdp = await Pdp.open(lab);
});
afterAll(() => pdp.close());

function expectRight({ columns, rows, problems }: Preview): void {
  expect(problems).toEqual([]);
  expect(columns.map(({ name, type }) => [name, type])).toEqual(LARGE_COLUMNS);
  expect(rows.map(([id]) => id)).toEqual(FIRST_IDS);
}

function nameOf(format: LargeFormat): string {
  return `large.${format.toLowerCase()}`;
}

for (const format of LARGE_FORMATS) {
  test(`data:preview and load:previewFile propose the right types for ${format} of 1 to 4 MiB`, async () => {
    const { id } = await lab.api.post<{ id: string }>("/data/load:create", {
      context: { kind: "PROJECT", project_id: lab.projectId },
      tables: { [`previewed_${format.toLowerCase()}`]: { columns: [{ name: "n", type: "INT64" }], format } },
    });
    for (const size of LARGE_SIZES) {
      const content = largeText(format, size);
      const form = new FormData();
      form.set("file", new Blob([content]), nameOf(format));
      expectRight(await lab.api.postForm<Preview>(`/data:preview?size=${size}`, form));
      const stored = new FormData();
      stored.set("file", new Blob([content]), `${size}.${nameOf(format)}`);
      const file = await lab.api.postForm<{ id: string }>(`/data/load:uploadFile?id=${id}`, stored);
      expectRight(await lab.api.post<Preview>(`/data/load:previewFile?id=${id}&file_id=${file.id}`));
    }
  });

  test(`pdp checks and imports ${format} of 3 MiB with the right types`, async () => {
    const content = largeText(format, 3 << 20);
    await pdp.write(nameOf(format), content);
    const { config } = await pdp.json<{ config: Preview }>("check", nameOf(format));
    expect(config.columns.map(({ name, type }) => [name, type])).toEqual(LARGE_COLUMNS);
    const table = `imported_${format.toLowerCase()}`;
    await pdp.done("import", nameOf(format), "--into", table);
    const rows = content.split("\n").length - (format === "NDJSON" ? 1 : 2);
    expect(await scalar(lab, `SELECT count(DISTINCT variant_id) AS n FROM ${table}`)).toBe(BigInt(rows));
  });
}
