import { dictionary, tableFromArrays, tableFromIPC, tableToIPC, utf8 } from "@uwdata/flechette";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readBatches, readBytes } from "#client/arrowStream.ts";
import { IncompleteResult } from "#client/errors.ts";

const table = tableFromArrays(
  { name: ["M1A", "K2R", null, "M1A"], value: [1.5, null, 3, 4] },
  { types: { name: dictionary(utf8()) } },
);
const bytes = tableToIPC(table, { format: "stream" }) ?? new Uint8Array();

/** Stream that delivers bytes in parts that end at the given positions. */
function inParts(all: Uint8Array, ends: readonly number[]): ReadableStream<Uint8Array> {
  const cuts = [0, ...ends.map((end) => Math.min(end, all.length)).sort((a, b) => a - b), all.length];
  return new ReadableStream({
    start(controller) {
      for (const [index, end] of cuts.entries()) {
        if (index > 0) controller.enqueue(all.slice(cuts[index - 1], end));
      }
      controller.close();
    },
  });
}

async function rowsOf(stream: ReadableStream<Uint8Array>) {
  const rows: unknown[] = [];
  for await (const batch of readBatches(stream)) rows.push(...batch.toArray());
  return rows;
}

describe("an Arrow stream", () => {
  test("a stream is read identically whatever the chunk sizes", async () => {
    const expected = table.toArray();
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 12 }), async (ends) => {
        expect(await rowsOf(inParts(bytes, ends))).toEqual(expected);
        expect(tableFromIPC(await readBytes(inParts(bytes, ends))).toArray()).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  test("a stream without an end marker is treated as incomplete", async () => {
    for (let end = 0; end < bytes.length; end += 1) {
      const cut = () => inParts(bytes.slice(0, end), []);
      await expect(rowsOf(cut()), `rows of ${end} bytes`).rejects.toBeInstanceOf(IncompleteResult);
      await expect(readBytes(cut()), `${end} bytes`).rejects.toBeInstanceOf(IncompleteResult);
    }
  });

  test("bytes that are not an Arrow stream are rejected", async () => {
    const text = new TextEncoder().encode("name,value\nM1A,1.5\n");
    await expect(readBytes(inParts(text, []))).rejects.toThrow("not an Arrow stream");
  });
});
