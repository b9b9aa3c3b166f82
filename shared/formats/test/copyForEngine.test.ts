import { readFile, writeFile } from "node:fs/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { newPath, query, useFolder } from "../../../test/shared/formats/ingesting.ts";
import { copyForEngine } from "../parquet/copyForEngine.ts";
import { UnreadableText } from "../text/unreadableText.ts";

useFolder();

const SEED = 20_261_129;

test("a damaged file is copied or refused, whichever bytes are damaged", async () => {
  const path = newPath("parquet");
  await query(
    `COPY (SELECT n AS i, 'word ' || n AS s, [n] AS l FROM range(500) t(n)) TO '${path}' (FORMAT parquet)`,
  );
  const file = await readFile(path);
  const change = fc.tuple(fc.nat(file.length - 1), fc.nat(255));
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
      const changed = Buffer.from(file);
      for (const [at, byte] of changes) changed[at] = byte;
      await writeFile(path, changed);
      const copied = await copyForEngine(path, `${path}.copy`, { exactTimes: true }).catch(
        (error: unknown) => error,
      );
      expect(typeof copied === "number" || copied instanceof UnreadableText, String(copied)).toBe(true);
    }),
    { seed: SEED, numRuns: 1_000 },
  );
});
