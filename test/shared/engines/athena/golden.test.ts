import { readdirSync } from "node:fs";
import { join } from "node:path";
import { compileQuery } from "@pdp/trino/compile";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { unloadSql } from "#shared/engines/athena/athenaStatement.ts";
import { goldenQueries, goldenTables } from "#test/shared/engines/athena/goldenQueries.ts";
import { goldenStatement } from "#test/shared/engines/athena/goldenStatement.ts";
import { type ParquetLake, parquetLake, relationResolver, rowsOf } from "#test/shared/engines/parquetLake.ts";
import { type AthenaLake, athenaLake } from "#test/support/athena/athenaLake.ts";

let files: ParquetLake;
let lake: AthenaLake;

beforeAll(async () => {
  files = await parquetLake();
  lake = await athenaLake();
});

afterAll(() => Promise.all([files.close(), lake.close()]));

const FOLDER = join(import.meta.dirname, "golden");
const golden = (name: string): string => join(FOLDER, name);
/** Read before any test: outside CI, a comparison with a missing file writes that file. */
const found = readdirSync(FOLDER);

describe("requests to Athena and Glue", () => {
  it("each query has exactly one golden file", () => {
    const expected = Object.keys(goldenQueries).map((name) => `${name}.sql`);
    expect(found.sort()).toEqual([...expected, "declaration.json"].sort());
  });

  it.each(Object.entries(goldenQueries))(
    "the request for %s matches its golden file",
    async (name, query) => {
      const { sql } = await goldenStatement(query, files.engine());
      const text = unloadSql(sql, "s3://results/sql/ws/1/run/1/");
      await expect(`-- ${query}\n${text}\n`).toMatchFileSnapshot(golden(`${name}.sql`));
    },
  );

  it("table, database and file list declarations match their golden files", async () => {
    const before = lake.athena.requests.length;
    const query = await compileQuery("SELECT count(*) FROM assays", {
      resolve: relationResolver(goldenTables),
    });
    // The files do not exist, so the query itself fails after its tables have been declared.
    await expect(rowsOf(lake.engine({}, "1"), query)).rejects.toThrow("HIVE_CANNOT_OPEN_SPLIT");
    // The search for old tables, which uses a random position, is excluded.
    const sent = lake.athena.requests
      .slice(before)
      .filter(([action]) => /^AWSGlue\.(?!GetTables)/.test(action));
    const lists = await lake.texts("lake", "ws/1/sql/tables/");
    const text = JSON.stringify({ requests: sent, lists }, null, 2);
    await expect(`${text}\n`).toMatchFileSnapshot(golden("declaration.json"));
  });
});
