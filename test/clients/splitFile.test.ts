import { readFileSync } from "node:fs";
import { CsvRecords } from "@pdp/formats/text";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MAX_FILE_BYTES, splitFile } from "#client/splitFile.ts";
import * as service from "#shared/domain/loads/load.ts";

interface Vector {
  name: string;
  text: string;
  layout: object;
  limit: number;
  parts?: string[];
  error?: string;
}

const vectors = JSON.parse(readFileSync(new URL("splitVectors.json", import.meta.url), "utf8")) as Vector[];

const split = async (text: string, layout: object, limit: number): Promise<string[]> => {
  const parts = await splitFile("a.csv", new Blob([text]), { columns: [], ...layout }, limit);
  // `text()` drops a byte order mark.
  return Promise.all(parts.map(async ({ content }) => Buffer.from(await content.arrayBuffer()).toString()));
};

describe("a file above the limit", () => {
  test.each(vectors)("$name", async ({ text, layout, limit, parts, error }) => {
    const result = split(text, layout, limit);
    if (error !== undefined) await expect(result).rejects.toThrow(error);
    else expect(await result).toEqual(parts);
  });

  test("the limit matches the service's", () => {
    expect(MAX_FILE_BYTES).toBe(service.MAX_FILE_BYTES);
  });

  test("parts are named by number", async () => {
    const parts = await splitFile("run 1.csv", new Blob(["a\n1\n2\n"]), { columns: [] }, 4);
    expect(parts.map(({ name }) => name)).toEqual(["run 1 (1 of 2).csv", "run 1 (2 of 2).csv"]);
    const bare = await splitFile("run", new Blob(["a\n1\n2\n"]), { columns: [] }, 4);
    expect(bare.map(({ name }) => name)).toEqual(["run (1 of 2)", "run (2 of 2)"]);
  });

  test("the parts contain exactly the rows that the service reads from the file", async () => {
    const cell = fc.oneof(
      fc.stringMatching(/^[ab1 ]{0,6}$/),
      fc.stringMatching(/^[ab",;\n\r é]{0,8}$/).map((text) => `"${text.replaceAll('"', '""')}"`),
      fc.stringMatching(/^b[ab"]{0,4}$/),
    );
    const row = fc.array(cell, { minLength: 2, maxLength: 4 });
    const file = fc.record({
      rows: fc.array(row, { minLength: 1, maxLength: 12 }),
      end: fc.constantFrom("\n", "\r\n"),
      limit: fc.integer({ min: 60, max: 160 }),
    });
    const property = fc.asyncProperty(file, async ({ rows, end, limit }) => {
      const header = '"x\ny",z';
      const text = [header, ...rows.map((cells) => cells.join(","))].join(end);
      const parts = await split(text, {}, limit);
      for (const part of parts) {
        expect(Buffer.byteLength(part)).toBeLessThanOrEqual(limit);
        expect(recordsOf(part)[0]).toEqual(["x\ny", "z"]);
      }
      expect(parts.flatMap((part) => recordsOf(part).slice(1))).toEqual(recordsOf(text).slice(1));
    });
    await fc.assert(property, { numRuns: 200 });
  });
});

function recordsOf(text: string): string[][] {
  const records = new CsvRecords(",");
  const all: string[][] = [];
  records.push(Buffer.from(text), true);
  while (records.next()) {
    if (records.fault) throw new Error("The text has a faulty row");
    all.push(Array.from({ length: records.count }, (_, index) => records.text(index)));
  }
  return all;
}
