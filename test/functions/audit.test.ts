import { parquetReadObjects } from "hyparquet";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { type Answer, request } from "#test/support/http.ts";
import { type Lab, memberToken, newLab, otherLab, scalar, sharedPlatform } from "#test/support/lab.ts";
import { addVariants, analysis } from "#test/support/taskLab.ts";
import { trinoClient } from "#test/support/trinoClient.ts";
import { WAIT } from "#test/support/wait.ts";

interface RecordView {
  id: string;
  kind: string;
  status: number;
  user_id: string;
  [field: string]: unknown;
}

let lab: Lab;
let scientist: string;
let scientistId: string;

function call(token: string, method: string, path: string, body?: unknown): Promise<Answer> {
  const headers = { "user-agent": "audit test/1" };
  return request(method, `${lab.regionUrl}/v2/workspace/${lab.name}/${path}`, { token, body, headers });
}

/** All records that match the parameters. */
async function recordsOf(parameters = "", limit = 100): Promise<RecordView[]> {
  const found: RecordView[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const answer = await call(lab.token, "GET", `audit:list?limit=${limit}&cursor=${cursor}&${parameters}`);
    expect(answer.status).toBe(200);
    found.push(...answer.body.items);
    cursor = answer.body.cursor;
  }
  return found;
}

beforeAll(async () => {
  lab = await newLab();
  scientist = await memberToken(sharedPlatform(), lab.orgId, `${lab.name}-auditee@example.org`);
  scientistId = (await request("GET", `${sharedPlatform().platformUrl}/users/me`, { token: scientist })).body
    .user_id;
});

describe("the record of a request", () => {
  it("states who did what, when, from where, to which resource, and with what outcome", async () => {
    const { body } = await call(scientist, "POST", "project:create", { name: "recorded" });
    const [record] = await recordsOf(`user=${scientistId}&kind=project:create`);
    expect(record).toMatchObject({
      user_id: scientistId,
      is_machine: false,
      is_staff: false,
      role: "scientist",
      address: "127.0.0.1",
      client: "audit test/1",
      access: "CHANGE",
      object: body.id,
      status: 200,
      is_complete: true,
      bytes: JSON.stringify(body).length,
    });
    expect(Date.now() - Date.parse(String(record?.at))).toBeLessThan(60_000);
  });

  it("counts rows, bytes and scanned bytes of queries of all protocols, without SQL or values", async () => {
    const secret = "MKTAYIAKQR";
    const answer = await call(scientist, "POST", "data:query", {
      query: `SELECT '${secret}' AS s`,
      format: "CSV",
    });
    expect(answer.body).toContain(secret);
    const trino = trinoClient({ regionUrl: lab.regionUrl, name: lab.name, token: scientist });
    expect(await trino.rows(`SELECT '${secret}'`)).toEqual([[secret]]);
    await expect
      .poll(async () => (await recordsOf(`user=${scientistId}&kind=data:query`)).at(-1))
      .toMatchObject({ bytes: answer.body.length, is_complete: true, scanned_bytes: 0, access: "READ" });
    const kinds = (await recordsOf(`user=${scientistId}`)).map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(["statement:start", "statement:page"]));
    expect(JSON.stringify(await recordsOf())).not.toContain(secret);
  });

  it("ends for a response that is not read, such as to a HEAD request", async () => {
    const answer = await call(scientist, "HEAD", "audit:download?format=NDJSON");
    expect(answer.status).toBe(403);
    expect((await call(lab.token, "HEAD", "audit:download?format=NDJSON")).status).toBe(200);
    await expect
      .poll(async () => (await recordsOf("kind=audit:download")).at(-1))
      .toMatchObject({ status: 200, bytes: 0, is_complete: false, access: "READ" });
  });

  it("exists for refused requests of members, but not for those of others", async () => {
    expect((await call(scientist, "GET", "audit:list")).status).toBe(403);
    expect((await call(scientist, "GET", "project:get?id=17")).status).toBe(404);
    const intruder = (await otherLab()).token;
    expect((await call(intruder, "GET", "project:list")).status).toBe(403);
    const mine = await recordsOf(`user=${scientistId}`);
    expect(mine.find(({ kind }) => kind === "audit:list")).toMatchObject({ status: 403 });
    expect(mine.find(({ kind }) => kind === "project:get")).toMatchObject({
      status: 404,
      object: "17",
      access: "READ",
    });
    const people = new Set((await recordsOf()).map(({ user_id }) => user_id));
    expect(people.size).toBe(2);
  });
});

describe("the list of records", () => {
  it("has pages in both orders, and selects by time, person, kind and object", async () => {
    for (let count = 0; count < 5; count += 1) await call(scientist, "GET", "round:list");
    const byScientist = `user=${scientistId}&kind=round:list`;
    const found = await recordsOf(byScientist, 2);
    expect(found.length).toBe(5);
    expect(await recordsOf(`${byScientist}&order=DESC`, 2)).toEqual(found.toReversed());
    const middle = found[2]?.at;
    const before = await recordsOf(`${byScientist}&to=${middle}`);
    const after = await recordsOf(`${byScientist}&from=${middle}`, 2);
    expect([...before, ...after]).toEqual(found);
    expect(after.length).toBeGreaterThanOrEqual(3);
    expect(await recordsOf(`${byScientist}&from=${middle}&order=DESC`, 2)).toEqual(after.toReversed());
    expect(await recordsOf("object=17")).toMatchObject([{ kind: "project:get" }]);
    expect(await recordsOf("kind=nothing:done")).toEqual([]);
    for (const field of ["from", "to"]) {
      const { status, body } = await call(lab.token, "GET", `audit:list?${field}=yesterday`);
      expect([status, body.detail[0].loc]).toEqual([422, ["query", field]]);
    }
  });

  it("can be downloaded as NDJSON and Parquet", async () => {
    const to = `to=${new Date().toISOString()}`;
    const listed = await recordsOf(to);
    const download = (format: string) =>
      fetch(`${lab.regionUrl}/v2/workspace/${lab.name}/audit:download?format=${format}&${to}`, {
        headers: { authorization: `Bearer ${lab.token}` },
      });
    const lines = (await (await download("NDJSON")).text()).trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual(listed);
    const rows = await parquetReadObjects({ file: await (await download("PARQUET")).arrayBuffer() });
    expect(rows.map(({ id, kind, at, bytes }) => [`${id}`, kind, at, bytes])).toEqual(
      listed.map(({ id, kind, at, bytes }) => [
        id,
        kind,
        new Date(String(at)),
        bytes === null ? null : BigInt(Number(bytes)),
      ]),
    );
  });
});

describe("the use of a workspace", () => {
  it("sums the records of the month, the computing time of tasks, and the size of objects", async () => {
    const own = await newLab();
    const month = new Date().toISOString().slice(0, 7);
    const usage = () => own.api.get<Record<string, number>>(`/usage:get?month=${month}`);
    const first = await usage();
    // The measurement of this day was taken while the workspace was empty.
    expect(first).toEqual({ month, requests: 1, scanned_bytes: 0, task_seconds: 0, stored_bytes: 0 });
    await addVariants(own, 200);
    expect(await scalar(own, "SELECT count(*) FROM variants")).toBe(200n);
    const direct = (await usage()).scanned_bytes ?? 0;
    const query = await own.api.post<{ id: string }>("/data/query:start", {
      query: "SELECT * FROM variants",
    });
    await vi.waitFor(async () => expect((await usage()).scanned_bytes).toBeGreaterThan(direct), WAIT);
    expect(await own.api.get(`/audit:list?kind=query:run&object=${query.id}`)).toMatchObject({
      items: [{ access: "COMPUTE", scanned_bytes: expect.any(Number), task_seconds: null }],
    });
    const task = await own.api.post<{ id: string }>("/task/analyze.data/v2:create", analysis(own));
    await own.api.finished(task.id);
    const after = await usage();
    const { items } = await own.api.get<{ items: RecordView[] }>("/audit:list?limit=1000");
    const counted = items.filter(
      ({ access, at }) => access !== "COMPUTE" && String(at) <= String(items.at(-1)?.at),
    );
    expect(after.requests).toBe(counted.length - 1);
    expect(after.scanned_bytes).toBeGreaterThan(0);
    expect(after.task_seconds).toBeGreaterThan(0);
    const wrong = await call(lab.token, "GET", "usage:get?month=2026-13");
    expect([wrong.status, wrong.body.detail[0].loc]).toEqual([422, ["query", "month"]]);
    expect(await own.api.get(`/usage:get?month=2025-02`)).toMatchObject({ requests: 0, stored_bytes: null });
  }, 60_000);
});
