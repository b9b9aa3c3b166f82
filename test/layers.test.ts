import { spawnSync } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const forbidden: [place: string, imported: string][] = [
  ["shared/basics/columns", "#shared/domain/id.ts"],
  ["shared/basics/columns", "@pdp/formats/text"],
  ["shared/formats", "#shared/domain/loads/load.ts"],
  ["shared/formats", "#shared/proposals/previewFile.ts"],
  ["shared/formats", "@pdp/trino/relations"],
  ["shared/formats", "#shared/objects/objects.ts"],
  ["shared/trino", "#shared/domain/id.ts"],
  ["shared/trino", "#shared/engines/engine.ts"],
  ["shared/science", "#shared/domain/tasks/assay.ts"],
  ["shared/science", "#shared/reports/report.ts"],
  ["shared/science", "@duckdb/node-api"],
  ["shared/science", "@pdp/formats/proteins"],
  ["shared/http", "@pdp/science/models"],
  ["shared/http/gateway", "@pdp/trino/compile"],
  ["local", "@pdp/science/models"],
  ["infra", "@pdp/formats/text"],
  ["cli", "@pdp/science/designs"],
  ["shared/domain", "node:fs"],
  ["shared/domain", "#shared/store/dynamodb/items.ts"],
  ["shared/domain", "#shared/proposals/previewFile.ts"],
  ["shared/proposals", "#shared/jobs/queryData.ts"],
  ["shared/reports", "#shared/tasks/createTask.ts"],
  ["shared/runtime", "#shared/store/dynamodb/items.ts"],
  ["shared/store", "#shared/objects/objects.ts"],
  ["shared/store", "#shared/identity/membershipStatus.ts"],
  ["shared/objects", "#shared/store/dynamodb/items.ts"],
  ["shared/objects", "#shared/iceberg/fieldIds.ts"],
  ["shared/objects", "#shared/tasks/createTask.ts"],
  ["shared/identity", "#shared/http/errors.ts"],
  ["shared/iceberg", "#shared/history/commit.ts"],
  ["shared/history", "#shared/http/errors.ts"],
  ["shared/history", "#shared/jobs/queryData.ts"],
  ["shared/jobs", "#shared/http/errors.ts"],
  ["shared/jobs", "#shared/tasks/createTask.ts"],
  ["shared/tasks", "#shared/identity/verifyToken.ts"],
  ["shared/http", "#shared/http/operations/operation.ts"],
  ["shared/http", "#shared/http/gateway/gateway.ts"],
  ["shared/http/operations", "#functions/operations.ts"],
  ["shared/http/gateway", "#local/cors.ts"],
  ["shared/http/gateway", "#shared/store/loads.ts"],
  ["functions/loads", "@aws-sdk/client-s3"],
  ["functions/loads", "./createLoad.ts"],
  ["functions/loads", "../projects/createProject.ts"],
  ["functions/loads", "#local/startPlatform.ts"],
  ["infra/constructs", "#local/startPlatform.ts"],
  ["infra/constructs", "#shared/store/loads.ts"],
  ["infra/operate", "#shared/history/loads.ts"],
  ["infra/operate", "#local/startPlatform.ts"],
  ["build", "#functions/operations.ts"],
  ["build", "#infra/config.ts"],
  ["console/pages", "#local/startPlatform.ts"],
  ["local", "#shared/store/dynamodb/items.ts"],
  ["client", "#shared/store/loads.ts"],
  ["cli/commands", "#shared/jobs/checkUpload.ts"],
  ["cli/files", "@duckdb/node-api"],
];

const allowed: [place: string, imported: string][] = [
  ["shared/basics/columns", "../proteins/aminoAcids.ts"],
  ["shared/formats", "@pdp/basics/columns"],
  ["shared/formats", "@duckdb/node-api"],
  ["shared/trino", "@pdp/basics/errors"],
  ["shared/domain", "./id.ts"],
  ["shared/domain", "valibot"],
  ["shared/domain", "@pdp/formats/options"],
  ["shared/proposals", "#shared/domain/loads/filePreview.ts"],
  ["shared/store", "@pdp/basics/errors"],
  ["shared/engines", "@pdp/formats/arrow"],
  ["shared/history", "#shared/store/dynamodb/items.ts"],
  ["shared/tasks", "@pdp/basics/statistics"],
  ["shared/identity", "#shared/store/dynamodb/items.ts"],
  ["functions/loads", "#shared/store/loads.ts"],
  ["shared/jobs", "#shared/history/relations/sqlEngine.ts"],
  ["shared/jobs", "#shared/iceberg/fieldIds.ts"],
  ["shared/iceberg", "#shared/objects/keys.ts"],
  ["local", "#shared/jobs/queryData.ts"],
  ["local", "#functions/operations.ts"],
  ["cli/files", "@pdp/formats/text"],
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
