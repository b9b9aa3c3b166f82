import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compileQuery } from "@pdp/trino/compile";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sqlEngine } from "#shared/history/relations/sqlEngine.ts";
import { settingsFrom } from "#shared/runtime/environment.ts";
import type { Settings } from "#shared/runtime/scope.ts";
import { relationResolver, rowsOf } from "#test/shared/engines/parquetLake.ts";
import { exampleEnvironment } from "#test/support/exampleEnvironment.ts";

/** More workspaces than a process keeps engines for. */
const WORKSPACES = Array.from({ length: 9 }, (_, index) => String(2_200_000_000_000_001 + index));

describe("the SQL engines of many workspaces", () => {
  let directory: string;
  let settings: Settings;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "engines-"));
    settings = settingsFrom({
      ...exampleEnvironment({}, directory),
      TENANT_ROLE: "arn:aws:iam::111111111111:role/workspace-eu-tenant-sql",
    });
  });

  afterAll(() => rm(directory, { recursive: true, force: true }));

  it("running queries finish although only recent engines are cached", async () => {
    const query = await compileQuery("SELECT sum(n) AS total FROM UNNEST(sequence(1, 1000)) AS t(n)", {
      resolve: relationResolver({}),
    });
    const results = WORKSPACES.map((id) => rowsOf(sqlEngine({ settings, id, region: "EU" }), query));
    for (const rows of await Promise.all(results)) {
      expect(rows.map(({ total }) => Number(total))).toEqual([500_500]);
    }
  });
});
