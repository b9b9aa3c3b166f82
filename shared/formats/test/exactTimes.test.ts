import { readFile } from "node:fs/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { checkParquetFooter } from "../parquet/checkParquetFooter.ts";
import { patchFooter } from "../parquet/exactTimes.ts";

const FILES = ["pyarrow-int96.parquet", "pyarrow-ns-list.parquet", "pandas-ns-utc.parquet"];

async function footerOf(name: string): Promise<Buffer> {
  const bytes = await readFile(new URL(`../../../test/awkward/recordings/${name}`, import.meta.url));
  const length = bytes.readUInt32LE(bytes.length - 8);
  return bytes.subarray(bytes.length - 8 - length, bytes.length - 8);
}

test.each(FILES)("a valid footer of %s remains valid when its times are made exact", async (name) => {
  const footer = await footerOf(name);
  const change = fc.tuple(fc.nat(footer.length - 1), fc.nat(255));
  fc.assert(
    fc.property(fc.array(change, { maxLength: 4 }), (changes) => {
      const changed = Buffer.from(footer);
      for (const [at, byte] of changes) changed[at] = byte;
      if (typeof checkParquetFooter(changed) === "string") return;
      expect(checkParquetFooter(patchFooter(changed))).not.toBeTypeOf("string");
    }),
    { numRuns: 2_000 },
  );
});

test("a list of booleans in place of the row groups is read with one byte per item", async () => {
  const footer = await footerOf("pyarrow-ns-list.parquet");
  // The list of row groups becomes a list of 13 booleans.
  footer[86] = 0xd1;
  footer[94] = 90;
  expect(checkParquetFooter(footer)).not.toBeTypeOf("string");
  expect(patchFooter(footer).equals(footer)).toBe(false);
});

test("a footer without such times is unchanged", async () => {
  const footer = await footerOf("pandas.parquet");
  expect(patchFooter(footer).equals(footer)).toBe(true);
});
