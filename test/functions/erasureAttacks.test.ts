import { GetObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compactTable } from "#shared/history/compactTable.ts";
import { icebergOrigin } from "#shared/objects/keys.ts";
import { listObjects, objectStore } from "#shared/objects/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { findTable } from "#shared/store/tables.ts";
import { filesWith } from "#test/support/decodeEverything.ts";
import { erase, eraser } from "#test/support/erasing.ts";
import { type Lab, newLab, scalar, sharedPlatform } from "#test/support/lab.ts";
import { labScope } from "#test/support/taskLab.ts";
import { trinoClient } from "#test/support/trinoClient.ts";
import { vendedClient } from "#test/support/vendedTable.ts";

const RULES = { minFiles: 2, minAgeMs: 0, targetBytes: 1 << 20 };
const COLUMNS = [
  { name: "n", type: "INT64" },
  { name: "donor", type: "STRING" },
  { name: "tags", type: "ARRAY", item_type: { type: "STRING" } },
  { name: "info", type: "STRUCT", columns: [{ name: "name", type: "STRING" }] },
];

let lab: Lab;
let scope: WorkspaceScope;
let donor: string;
let inner: string;
let connection: DuckDBConnection;
/** Ways to read erased rows that someone prepared before the erasure. */
let urls: Record<string, string>;
let vended: { client: S3Client; bucket: string };
let keys: string[];

const row = (n: number, who: string, tag: string): string =>
  JSON.stringify({ n, donor: who, tags: ["common", tag], info: { name: tag } });

async function load(name: string, ...rows: string[]): Promise<string> {
  const { id } = await lab.api.post<{ id: string }>("/data/load:create", {
    context: { kind: "PROJECT", project_id: lab.projectId },
    tables: { donors: { columns: COLUMNS, format: "NDJSON" } },
  });
  const file = await lab.api.upload(id, "donors", name, `${rows.join("\n")}\n`);
  await lab.api.post(`/data/load:finalize?id=${id}`);
  await lab.api.settled(id);
  return (file as { id?: string } | undefined)?.id ?? "";
}

/** Returns the address to which a request is redirected. */
async function redirected(path: string, init: RequestInit = {}): Promise<string> {
  const answer = await fetch(`${lab.regionUrl}/v2/workspace/${lab.name}${path}`, {
    redirect: "manual",
    ...init,
    headers: { authorization: `Bearer ${lab.token}`, "content-type": "application/json" },
  });
  expect([path, answer.status]).toEqual([path, 303]);
  return answer.headers.get("location") ?? "";
}

/** Credentials that the Iceberg catalog issues, and the metadata that they describe. */
async function vend(): Promise<typeof vended> {
  const answer = await fetch(`${lab.regionUrl}/iceberg/v1/${lab.name}/namespaces/main/tables/donors`, {
    headers: {
      authorization: `Bearer ${lab.token}`,
      "x-iceberg-access-delegation": "vended-credentials",
    },
  });
  const { config, metadata } = (await answer.json()) as { config: Record<string, string>; metadata: object };
  expect(Object.keys(metadata)).toContain("snapshots");
  return { client: vendedClient(config), bucket: objectStore(scope).bucket };
}

/** Returns the keys that the issued credentials can read. */
async function readable(): Promise<string[]> {
  const found: string[] = [];
  for (const Key of keys) {
    try {
      const { Body } = await vended.client.send(new GetObjectCommand({ Bucket: vended.bucket, Key }));
      await Body?.transformToByteArray();
      found.push(Key);
    } catch (error) {
      expect(["AccessDenied", "NoSuchKey"]).toContain((error as Error).name);
    }
  }
  return found;
}

beforeAll(async () => {
  connection = await (await DuckDBInstance.create(":memory:", { threads: "1" })).connect();
  lab = await newLab();
  scope = await labScope(lab);
  donor = `zqa-${lab.name.slice(-6)}`;
  inner = `zqi-${lab.name.slice(-6)}`;
  const fileId = await load("one.ndjson", row(1, "other", "plain"), row(2, donor, inner));
  await load(`of_${inner}.ndjson`, row(3, "other", "plain"));
  await load("three.ndjson", row(4, "other", "plain"));
  const table = await findTable(scope, "donors");
  expect((await compactTable(scope, table?.id ?? "", RULES, Date.now() + 60_000)).merged).toBe(1);
  vended = await vend();
  const query = "SELECT d.*, rpad('', 200, 'x') FROM donors d, UNNEST(sequence(1, 9000)) t (x)";
  const { start, get } = trinoClient(lab);
  let { body } = await start(query, { "x-trino-query-data-encoding": "json" });
  while (body.data === undefined) ({ body } = await get(body.nextUri));
  urls = {
    upload: await redirected(`/data/load:downloadFile?file_id=${fileId}&redirect=true`),
    query: await redirected("/data:query?redirect=true", { method: "POST", body: JSON.stringify({ query }) }),
    segment: body.data.segments[0].uri,
  };
  keys = [];
  for await (const { key } of listObjects(scope, `ws/${scope.id}/`, null)) keys.push(key);
});

afterAll(() => connection.closeSync());

describe("what was prepared before an erasure does not read erased rows", () => {
  it("presigned URLs, segments, issued credentials and files no longer give any erased value", async () => {
    for (const [name, url] of Object.entries(urls))
      expect([name, (await fetch(url)).status]).toEqual([name, 200]);
    const before = await readable();
    const data = before.filter((key) => key.endsWith(".parquet"));
    expect(data.length).toBeGreaterThan(1);
    expect(before.some((key) => key.includes("/iceberg/"))).toBe(true);
    const api = await eraser(lab);
    const where = `donor = '${donor}' OR contains(tags, '${inner}') OR info.name = '${inner}' OR "$line" = 99`;
    const done = await erase(api, { reference: "donors", where });
    expect(done).toMatchObject({ state: "COMPLETED", plan: { tables: [{ rows: 1 }] } });
    for (const [name, url] of Object.entries(urls))
      expect([name, (await fetch(url)).status]).toEqual([name, 404]);
    const after = await readable();
    // Files without erased rows stay readable: nothing else has changed.
    expect(after.length).toBeGreaterThan(0);
    expect(after.length).toBeLessThan(before.length);
    // Iceberg metadata stays only for segments without erased rows.
    const kept = new Set<string>();
    for await (const { key } of listObjects(scope, `ws/${scope.id}/tables/`, null)) kept.add(key);
    const origins = after.filter((key) => key.includes("/iceberg/")).map(icebergOrigin);
    expect(origins.filter((key) => !key?.includes("/segments/") || !kept.has(key))).toEqual([]);
    const directory = sharedPlatform().dataDirectory;
    expect(await filesWith(directory, [donor, inner], connection)).toEqual([]);
    expect(await scalar(lab, 'SELECT sum(n * 10 + "$line") FROM donors')).toBe(83n);
  });

  it("a file name with a value that occurs only inside a nested column is replaced", async () => {
    const { items } = await lab.api.get<{ items: { files: { filepath: string }[] }[] }>("/data/load:list");
    const names = items.flatMap(({ files }) => files.map(({ filepath }) => filepath)).sort();
    expect(names).toEqual([expect.stringMatching(/^erased-\d+\.ndjson$/), "one.ndjson", "three.ndjson"]);
  });

  it("credentials issued after the erasure read the table without the erased rows", async () => {
    vended = await vend();
    keys = [];
    for await (const { key } of listObjects(scope, `ws/${scope.id}/`, null)) keys.push(key);
    expect((await readable()).some((key) => key.endsWith(".parquet"))).toBe(true);
  });
});
