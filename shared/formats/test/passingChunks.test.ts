import { readFile, writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { column, newPath, sourceOf, useFolder } from "../../../test/shared/formats/ingesting.ts";
import type { OpenedText, TextChunk } from "../text/openedText.ts";
import { materializeText, openText } from "../text/openText.ts";
import { scanCsv } from "../text/scanCsv.ts";
import { scanNdjson } from "../text/scanNdjson.ts";
import { writePlainCsv } from "../text/writePlainCsv.ts";
import { writePlainNdjson } from "../text/writePlainNdjson.ts";

useFolder();

const COLUMNS = [column("name", "STRING"), column("n", "INT64")];
const ROWS = Array.from({ length: 500 }, (_, row) => [`variant ${row}`, row] as const);
const CSV = `name,n\n${ROWS.map((row) => row.join(",")).join("\n")}\n`;
const NDJSON = ROWS.map(([name, n]) => `${JSON.stringify({ name, n })}\n`).join("");

/** Opens text as chunks that are overwritten when the next chunk is requested. */
async function openFleeting(format: "CSV" | "NDJSON", content: string): Promise<OpenedText> {
  const path = newPath("txt");
  await writeFile(path, content);
  const text = await openText(sourceOf(path, format));
  return { ...text, isPlain: false, chunks: fleeting };

  async function* fleeting(): AsyncGenerator<TextChunk> {
    const bytes = Buffer.from(content);
    const buffer = Buffer.alloc(37);
    for (let at = 0; at < bytes.length; at += buffer.length) {
      const length = bytes.copy(buffer, 0, at, at + buffer.length);
      yield { chunk: buffer.subarray(0, length), final: at + length === bytes.length };
      buffer.fill("#");
    }
  }
}

test("text scans keep at most one chunk", async () => {
  const csv = await scanCsv(await openFleeting("CSV", CSV), COLUMNS);
  expect([csv.rows, csv.problems.groups]).toEqual([500, []]);
  const ndjson = await scanNdjson(await openFleeting("NDJSON", NDJSON), COLUMNS);
  expect([ndjson.rows, ndjson.problems.groups]).toEqual([500, []]);
});

test("text writers keep at most one chunk", async () => {
  const [csv, ndjson, copy] = [newPath("csv"), newPath("ndjson"), newPath("txt")];
  await writePlainCsv(await openFleeting("CSV", CSV), csv);
  const quoted = `"name","n"\n${ROWS.map((row) => `"${row[0]}","${row[1]}"`).join("\n")}\n`;
  expect(await readFile(csv, "utf8")).toBe(quoted);
  await writePlainNdjson(await openFleeting("NDJSON", NDJSON), new Map(), ndjson);
  expect(await readFile(ndjson, "utf8")).toBe(NDJSON);
  await materializeText(await openFleeting("CSV", CSV), copy);
  expect(await readFile(copy, "utf8")).toBe(CSV);
});
