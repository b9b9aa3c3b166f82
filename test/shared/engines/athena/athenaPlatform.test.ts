import { S3Client } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LOCAL } from "#local/localEnvironment.ts";
import { listFiles } from "#shared/engines/athena/s3Place.ts";
import { dropSqlTables } from "#shared/history/relations/dropSqlTables.ts";
import { type RunningAthena, startAthena } from "#test/support/athena/startAthena.ts";
import { type Lab, newLab, scalar, startCsvLoad } from "#test/support/lab.ts";
import { type OwnPlatform, startOwnPlatform } from "#test/support/ownPlatform.ts";

let own: OwnPlatform;
let athena: RunningAthena;
let s3: S3Client;

/** Platform that computes queries in region EU with Athena. */
beforeAll(async () => {
  own = await startOwnPlatform({});
  const { EU, platform } = own.platform.settings;
  const { credentials } = own.platform;
  const region = LOCAL.awsRegions.EU;
  s3 = new S3Client({ region, endpoint: EU.endpoints.s3, forcePathStyle: true, credentials });
  athena = await startAthena({
    s3,
    directory: EU.scratchDirectory,
    workgroups: { queries: { maxBytes: 1e9 } },
  });
  EU.athena = {
    workgroup: "queries",
    workgroups: {},
    output: "s3://lake-eu/results/",
    catalog: "AwsDataCatalog",
    databasePrefix: "workspace_",
    timeoutSeconds: 60,
    embeddedBytes: null,
  };
  // Worker processes read the environment, which lacks these settings; Athena computes elsewhere anyway.
  EU.isolation = null;
  EU.endpoints.athena = athena.url;
  EU.endpoints.glue = athena.url;
  platform.sqlDatabasePrefix = "workspace_";
  platform.endpoints.glue = athena.url;
});

afterAll(async () => {
  await athena.close();
  s3.destroy();
  await own.close();
});

const columns = [
  { name: "sequence", type: "STRING" },
  { name: "fitness", type: "FLOAT64" },
];

async function load(lab: Lab, content: string): Promise<string> {
  const id = await startCsvLoad(lab, "assays", columns, content);
  expect((await lab.api.settled(id)).state).toBe("COMPLETED");
  return id;
}

describe("a platform with Athena", () => {
  it("queries work on loads, old versions and views, and omit undone loads", async () => {
    const lab = await newLab(own.addresses);
    await load(lab, "sequence,fitness\nMKV,1.5\nMRV,\n");
    const second = await load(lab, "sequence,fitness\nMQV,-2.25\n");
    const view = "SELECT sequence, fitness * 2 AS score FROM assays WHERE fitness IS NOT NULL";
    await lab.api.post("/data/table:create", { kind: "VIEW", reference: "scored", query: view });

    const table = await lab.api.query("SELECT * FROM scored ORDER BY score");
    expect(table.toArray()).toEqual([
      { sequence: "MQV", score: -4.5 },
      { sequence: "MKV", score: 3 },
    ]);
    expect(Number(await scalar(lab, "SELECT count(*) FROM assays"))).toBe(3);
    await lab.api.post(`/data/load:undo?id=${second}`);
    expect(await lab.api.settled(second)).toMatchObject({ state: "COMPLETED", is_active: false });
    expect(Number(await scalar(lab, "SELECT count(*) FROM assays"))).toBe(2);
    await expect(lab.api.query("SELECT 1 / (length(sequence) - 3) FROM assays")).rejects.toThrow(
      "Division by zero",
    );
  });

  it("each workspace has a separate database for its files", async () => {
    const labs = [await newLab(own.addresses), await newLab(own.addresses)];
    const before = new Set(athena.glue.databases.keys());
    for (const [index, lab] of labs.entries()) {
      await load(lab, `sequence,fitness\nM,${index}\n`);
      expect(await scalar(lab, "SELECT fitness FROM assays")).toBe(index);
    }
    const names = [...athena.glue.databases.keys()].filter((name) => !before.has(name));
    expect(names).toHaveLength(labs.length);
    for (const name of names) {
      const [, workspace] = /^workspace_(\d+)$/.exec(name) ?? [];
      const files = await filesOf(name);
      expect(files).toHaveLength(1);
      expect(files[0]).toMatch(new RegExp(`^s3://lake-eu/ws/${workspace}/`));
    }
    const texts = athena.executions.map(({ request }) => request.ClientRequestToken);
    expect(new Set(texts).size).toBe(texts.length);
    expect(await listFiles(s3, { bucket: "lake-eu", key: "results/" })).toEqual([]);
  });
});

describe("a workspace's tables in Athena", () => {
  it("tables can be dropped repeatedly, and the next query declares them again", async () => {
    const lab = await newLab(own.addresses);
    await load(lab, "sequence,fitness\nMKV,1.5\n");
    const before = new Set(athena.glue.databases.keys());
    expect(await scalar(lab, "SELECT fitness FROM assays")).toBe(1.5);
    const [name = ""] = [...athena.glue.databases.keys()].filter((database) => !before.has(database));
    const id = name.slice("workspace_".length);
    for (let turn = 0; turn < 2; turn += 1) {
      await dropSqlTables({ settings: own.platform.settings.platform, id, region: "EU" });
      expect(athena.glue.databases.has(name)).toBe(false);
    }
    expect(await scalar(lab, "SELECT fitness FROM assays")).toBe(1.5);
    expect(athena.glue.databases.get(name)?.size).toBe(1);
  });
});

/** Files of the tables in a database. */
async function filesOf(database: string): Promise<string[]> {
  const tables = [...(athena.glue.databases.get(database)?.values() ?? [])];
  return (await Promise.all(tables.map((table) => athena.filesOf(table)))).flat();
}
