import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ConversionLimits } from "../../engine/convertWithDuckDb.ts";
import { withSharedEngine } from "../../engine/withSharedEngine.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "shared-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function run<Result>(
  bytes: number,
  work: (limits: ConversionLimits) => Promise<Result>,
): Promise<Result> {
  const path = join(folder, `${bytes}.csv`);
  await writeFile(path, "a".repeat(bytes));
  const source = { path, format: "CSV", name: "a.csv", table: "t" } as const;
  return withSharedEngine(source, 1, join(folder, "out.parquet"), {}, work);
}

describe("the passes over a file", () => {
  it("the passes share an engine instance if the file is small", async () => {
    const seen = await run(10, async ({ connection, temporaryDirectory }) => {
      await connection?.run(`COPY (SELECT 1 AS a) TO '${join(temporaryDirectory ?? "", "a.parquet")}'`);
      return [connection !== undefined, temporaryDirectory !== undefined];
    });
    expect(seen).toEqual([true, true]);
    expect(await run((8 << 20) + 1, async ({ connection }) => connection)).toBeUndefined();
  });

  it("a failing pass reports its error", async () => {
    const failing = run(10, async () => Promise.reject(new Error("no such column")));
    await expect(failing).rejects.toThrow("no such column");
  });

  it("the passes are repeated without the shared instance if it became unusable", async () => {
    const shared: boolean[] = [];
    const result = run(10, async ({ connection }) => {
      shared.push(connection !== undefined);
      connection?.closeSync();
      if (connection) throw new Error("The database was invalidated");
      return "converted";
    });
    expect([await result, shared]).toEqual(["converted", [true, false]]);
  });
});
