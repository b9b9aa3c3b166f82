import { beforeAll, expect, it } from "vitest";
import { expectInvalid, expectRefused } from "#test/conformance/expectations.ts";
import { type Answer, request } from "#test/support/http.ts";
import { type Lab, sharedLab, startCsvLoad } from "#test/support/lab.ts";

let lab: Lab;
let table: string;
let versions: { first: string; second: string };

const COLUMNS = [
  { name: "name", type: "STRING" },
  { name: "value", type: "FLOAT64" },
];

beforeAll(async () => {
  lab = await sharedLab();
  const latest = async () =>
    (await lab.api.get<{ items: { id: string }[] }>("/data/version:list?limit=1&order=DESC")).items[0]!.id;
  const load = async (content: string) =>
    lab.api.settled(await startCsvLoad(lab, "started", COLUMNS, content));
  const { tables } = await load('name,value\n"a, b",1.5\nc,\n');
  table = String(tables.started?.table_id);
  const first = await latest();
  await load("name,value\nd,4\n");
  versions = { first, second: await latest() };
});

const call = (method: string, path: string): Promise<Answer> =>
  request(method, `${lab.regionUrl}/v2/workspace/${lab.name}/data/${path}`, lab);

async function finished(id: string): Promise<Answer["body"]> {
  for (;;) {
    const { body } = await call("GET", `query:get?id=${id}&wait_seconds=5`);
    if (body.state !== "QUEUED" && body.state !== "RUNNING") return body;
  }
}

async function storedFile(operation: string): Promise<{ query: Answer["body"]; file: Answer }> {
  const { status, body } = await call("POST", operation);
  expect([status, body.state]).toEqual([200, "QUEUED"]);
  const query = await finished(body.id);
  expect(query.error).toBeNull();
  return { query, file: await call("GET", `query:result?id=${body.id}`) };
}

it("a started download stores the file of a direct download, at the version of its start", async () => {
  const { query, file } = await storedFile(`table:startDownload?id=${table}`);
  expect(query).toMatchObject({
    state: "COMPLETED",
    format: "CSV",
    query: 'SELECT * FROM "started"',
    version_id: versions.second,
    result: { bytes: Buffer.byteLength(file.body) },
  });
  expect(file.body).toBe((await call("GET", `table:download?id=${table}`)).body);
  expect(file.headers.get("content-disposition")).toContain('filename="started.csv"');
  const earlier = await storedFile(
    `table:startDownload?id=${table}&version_id=${versions.first}&format=NDJSON`,
  );
  const direct = `table:download?id=${table}&version_id=${versions.first}`;
  expect(earlier.file.body).toBe((await call("GET", `${direct}&format=NDJSON`)).body);
  const other = await call("GET", `query:result?id=${earlier.query.id}&format=CSV`);
  expect(other.body).toBe((await call("GET", direct)).body);
});

it("a started comparison stores the file of a direct comparison", async () => {
  const sides = `id=${table}&from=${versions.first}&key=name`;
  const { query, file } = await storedFile(`table:startRowDiff?${sides}`);
  expect(file.body).toBe((await call("GET", `table:rowDiff?${sides}`)).body);
  expect(file.body).toContain("ADDED");
  expect(query.query).toBe(
    `-- rows of started that differ between the versions ${versions.first} and ${versions.second}`,
  );
  expect(file.headers.get("content-disposition")).toContain('filename="started_changes.csv"');
  const other = await call("GET", `query:result?id=${query.id}&format=NDJSON`);
  expect(other.body).toBe((await call("GET", `table:rowDiff?${sides}&format=NDJSON`)).body);
});

it("a started download is listed and cancelled like a query", async () => {
  const { body } = await call("POST", `table:startDownload?id=${table}`);
  const cancelled = await call("POST", `query:cancel?id=${body.id}`);
  if (cancelled.status === 200) expect(cancelled.body.state).toBe("CANCELLED");
  else expectRefused(cancelled, 409, "query_ended");
  const { items } = (await call("GET", "query:list?limit=5&order=DESC")).body;
  expect(items.map(({ id }: { id: string }) => id)).toContain(body.id);
  expect(items[0]).not.toHaveProperty("target");
});

it("what cannot be read is refused at the start, or fails with a reason", async () => {
  expectRefused(await call("POST", "table:startDownload?id=5"), 404, "table_not_found");
  expectRefused(await call("POST", `table:startDownload?id=${table}&version_id=5`), 404, "version_not_found");
  const swapped = `id=${table}&from=${versions.second}&to=${versions.first}`;
  expectInvalid(await call("POST", `table:startRowDiff?${swapped}`), "query", "from");
  const { body } = await call("POST", `table:startRowDiff?id=${table}&from=${versions.first}&key=nothing`);
  expect((await finished(body.id)).error.detail).toContain("nothing");
});
