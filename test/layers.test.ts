import { spawnSync } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const forbidden: [place: string, imported: string][] = [
  ["shared/domain", "node:fs"],
  ["shared/domain", "#shared/store/dynamodb/items.ts"],
  ["shared/domain", "../runtime/ids.ts"],
  ["shared/runtime", "#shared/store/dynamodb/items.ts"],
  ["shared/store", "#shared/lake/objects.ts"],
  ["shared/store", "#shared/duckdb/quoting.ts"],
  ["shared/duckdb", "#shared/lake/objects.ts"],
  ["shared/duckdb", "#shared/runtime/ids.ts"],
  ["shared/lake", "#shared/store/dynamodb/items.ts"],
  ["shared/formats", "#shared/engines/engine.ts"],
  ["shared/trino", "#shared/store/dynamodb/items.ts"],
  ["shared/identity", "#shared/http/errors.ts"],
  ["shared/workflow", "#shared/store/dynamodb/items.ts"],
  ["shared/history", "#shared/http/errors.ts"],
  ["shared/iceberg", "#shared/history/commit.ts"],
  ["shared/lake", "#shared/iceberg/fieldIds.ts"],
  ["shared/history", "#shared/science/statistics/random.ts"],
  ["shared/history", "#shared/jobs/queryData.ts"],
  ["shared/jobs", "#shared/http/errors.ts"],
  ["shared/jobs", "#shared/tasks/createTask.ts"],
  ["shared/science", "#shared/store/dynamodb/items.ts"],
  ["shared/science", "@duckdb/node-api"],
  ["shared/access", "#shared/http/errors.ts"],
  ["shared/store", "#shared/access/membershipStatus.ts"],
  ["shared/tasks", "#shared/identity/verifyToken.ts"],
  ["shared/lake", "#shared/tasks/createTask.ts"],
  ["shared/http", "#shared/api/operation.ts"],
  ["shared/api", "#functions/operations.ts"],
  ["functions/loads", "@aws-sdk/client-s3"],
  ["functions/loads", "./createLoad.ts"],
  ["functions/loads", "../projects/createProject.ts"],
  ["functions/loads", "#local/startPlatform.ts"],
  ["infra/constructs", "#local/startPlatform.ts"],
  ["shared/gateway", "#local/cors.ts"],
  ["shared/gateway", "#shared/store/loads.ts"],
  ["shared/trino", "#shared/engines/engine.ts"],
  ["shared/formats", "#shared/lake/objects.ts"],
  ["console/pages", "#local/startPlatform.ts"],
  ["local", "#shared/store/dynamodb/items.ts"],
  ["client", "#shared/store/loads.ts"],
  ["cli/commands", "#shared/jobs/checkUpload.ts"],
  ["cli/files", "@duckdb/node-api"],
];

const allowed: [place: string, imported: string][] = [
  ["shared/domain", "./errors.ts"],
  ["shared/domain", "valibot"],
  ["shared/store", "#shared/domain/errors.ts"],
  ["shared/duckdb", "#shared/domain/column.ts"],
  ["shared/formats", "#shared/duckdb/quoting.ts"],
  ["shared/trino", "#shared/duckdb/openDuckDb.ts"],
  ["shared/engines", "#shared/formats/arrow/arrowStream.ts"],
  ["shared/history", "#shared/store/dynamodb/items.ts"],
  ["shared/tasks", "#shared/science/statistics/random.ts"],
  ["shared/access", "#shared/identity/verifyToken.ts"],
  ["functions/loads", "#shared/store/loads.ts"],
  ["shared/jobs", "#shared/history/relations/sqlEngine.ts"],
  ["shared/jobs", "#shared/iceberg/fieldIds.ts"],
  ["shared/iceberg", "#shared/lake/keys.ts"],
  ["local", "#shared/jobs/queryData.ts"],
  ["local", "#functions/operations.ts"],
  ["cli/files", "#shared/formats/text/scanCsv.ts"],
  ["cli/commands", "#client/connect.ts"],
];

/** Uses the project's rules to lint a tree that has one file per import. */
describe("the layers", () => {
  let folder: string;
  let output: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "layers-"));
    await cp("biome.json", join(folder, "biome.json"));
    await cp(".gitignore", join(folder, ".gitignore"));
    for (const [index, [place, imported]] of [...forbidden, ...allowed].entries()) {
      const path = join(folder, place, `case${index}.ts`);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, `import { x } from "${imported}";\n\nx();\n`);
    }
    const run = spawnSync("biome", ["lint", "--max-diagnostics=none", "--only=style/noRestrictedImports"], {
      cwd: folder,
      encoding: "utf8",
    });
    output = run.stdout + run.stderr;
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each(forbidden.map(([place, imported], index) => ({ place, imported, index })))(
    "$place must not import $imported",
    ({ place, index }) => {
      expect(output).toMatch(new RegExp(`${place}/case${index}\\.ts:1:\\d+ lint/style/noRestrictedImports`));
    },
  );

  it.each(allowed.map(([place, imported], index) => ({ place, imported, index: forbidden.length + index })))(
    "$place may import $imported",
    ({ place, index }) => {
      expect(output).not.toContain(`${place}/case${index}.ts`);
    },
  );
});
