import { writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { writeXlsx } from "hucre";
import { expect, test } from "vitest";
import { column, newPath, useFolder } from "../../../test/shared/formats/ingesting.ts";
import { ingestFile } from "../ingestFile.ts";
import type { FileFormat } from "../options/fileFormat.ts";

useFolder();

const ROWS = 100_000;
const numbers = Array.from({ length: ROWS }, (_, row) => row);
const csv = `n,text\n${numbers.map((n) => `${n},"variant number ${n}"\n`).join("")}`;
const ndjson = numbers.map((n) => `{"n": ${n}, "text": "variant number ${n}"}\n`).join("");
const sheet = async () =>
  writeXlsx({ sheets: [{ name: "s", rows: [["n", "text"], ...numbers.map((n) => [n, `variant ${n}`])] }] });

test.each<[string, FileFormat, () => Promise<Uint8Array> | Uint8Array]>([
  ["CSV", "CSV", () => Buffer.from(csv)],
  ["compressed CSV", "CSV", () => gzipSync(csv)],
  ["NDJSON", "NDJSON", () => Buffer.from(ndjson)],
  ["XLSX", "XLSX", sheet],
])("the progress of %s increases from its first row to its last", async (_, format, content) => {
  const path = newPath("data");
  await writeFile(path, await content());
  const seen: { share: number; rows: number }[] = [];
  const columns = [column("n", "INT64"), column("text", "STRING")];
  const onProgress = (share: number, rows: number): void => void seen.push({ share, rows });
  const { rows } = await ingestFile({ path, format, name: "f" }, columns, newPath("parquet"), { onProgress });
  expect(rows).toBe(ROWS);
  expect(seen.length).toBeGreaterThan(2);
  expect(seen).toEqual(seen.toSorted((a, b) => a.rows - b.rows || a.share - b.share));
  expect(seen[0]?.share).toBeLessThan(0.6);
  expect(seen[0]?.rows).toBeGreaterThan(0);
  expect(seen.at(-1)).toEqual({ share: 1, rows: ROWS });
});
