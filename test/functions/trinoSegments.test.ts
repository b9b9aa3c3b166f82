import { zstdDecompressSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { resultKey } from "#shared/objects/keys.ts";
import { putBytes } from "#shared/objects/objects.ts";
import { resultPageKey, storedPages } from "#shared/objects/resultPages.ts";
import { type Lab, sharedLab } from "../support/lab.ts";
import { labScope } from "../support/taskLab.ts";
import { trinoClient } from "../support/trinoClient.ts";

/** Result with two 4 MB pages. */
const LONG =
  "SELECT x + 10000 * y, rpad('', 100, 'é') FROM UNNEST(sequence(1, 10000)) t (x), UNNEST(sequence(0, 2)) s (y)";
const asked = (encodings: string) => ({ "x-trino-query-data-encoding": encodings });

interface Segment {
  uri: string;
  ackUri: string;
  metadata: { rowOffset: number; rowsCount: number; segmentSize: number; uncompressedSize?: number };
}

let lab: Lab;

beforeAll(async () => {
  lab = await sharedLab();
});

/** Starts a statement and returns the data from the first response that contains any. */
async function firstData(sql: string, encodings: string) {
  const { start, get } = trinoClient(lab);
  let { body } = await start(sql, asked(encodings));
  while (body.data === undefined) ({ body } = await get(body.nextUri));
  return body;
}

/** Reads a segment as a client does: without a token. */
async function read({ uri }: Segment): Promise<Buffer<ArrayBuffer>> {
  const answer = await fetch(uri);
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

describe("a client that reads segments", () => {
  it("the client gets all rows of a large result compressed from the object store and acknowledges them", async () => {
    const { data, nextUri } = await firstData(LONG, "json+zstd,json+lz4,json");
    expect([data.encoding, nextUri]).toEqual(["json+zstd", undefined]);
    const rows: number[] = [];
    for (const segment of data.segments as Segment[]) {
      const { rowOffset, rowsCount, segmentSize, uncompressedSize } = segment.metadata;
      const bytes = await read(segment);
      const text = zstdDecompressSync(bytes);
      expect([bytes.byteLength, text.byteLength]).toEqual([segmentSize, uncompressedSize]);
      const found: [number, string][] = JSON.parse(text.toString());
      expect([rowOffset, rowsCount]).toEqual([rows.length, found.length]);
      for (const [number] of found) rows.push(number);
      expect((await fetch(segment.ackUri)).status).toBe(200);
    }
    expect(data.segments.length).toBeGreaterThan(1);
    expect(rows.sort((one, other) => one - other)).toEqual(Array.from({ length: 30_000 }, (_, i) => i + 1));
  });

  it("the client gets plain JSON if it offers no supported compression, and inline rows if it offers no supported encoding", async () => {
    const plain = await firstData(LONG, "json+lz4, json");
    expect(plain.data.encoding).toBe("json");
    const [segment] = plain.data.segments;
    expect(JSON.parse((await read(segment)).toString())).toHaveLength(segment.metadata.rowsCount);
    expect(segment.metadata.uncompressedSize).toBeUndefined();
    const direct = await firstData(LONG, "json+lz4, arrow");
    expect(direct.data[0]).toEqual([1, "é".repeat(100)]);
  });

  it("the client gets a small result inline", async () => {
    const { body } = await trinoClient(lab).first("SELECT 1", asked("json+zstd"));
    expect(body.data).toEqual([[1]]);
  });

  it("the client cannot change the URL of a segment", async () => {
    const { data } = await firstData(LONG, "json");
    const [{ uri }] = data.segments as [Segment];
    const changed = [
      uri.replace(/\/0\/0-0-/, "/0/1-0-"),
      uri.replace(/X-Amz-Expires=\d+/, "X-Amz-Expires=604800"),
      uri.replace(/\?.*/, ""),
    ];
    for (const forged of changed) expect((await fetch(forged)).status, forged).toBe(403);
  });
});

it("pages are listed from any page up to a gap or to the end of their folder", async () => {
  const scope = await labScope(lab);
  const prefix = resultKey(scope.id, "listed");
  for (const page of [0, 1, 2, 7, 8, 9, 11]) {
    const key = resultPageKey(prefix, { page, offset: page * 10, rows: 10, bytes: 2 });
    await putBytes(scope, key, `[${page}]`);
  }
  const listed = async (first: number, max: number): Promise<number[]> =>
    (await storedPages(scope, prefix, first, max)).map(({ page }) => page);
  expect(await listed(0, 8)).toEqual([0, 1, 2]);
  expect(await listed(1, 8)).toEqual([1, 2]);
  expect(await listed(1, 1)).toEqual([1]);
  expect(await listed(3, 8)).toEqual([]);
  expect(await listed(7, 8)).toEqual([7]);
  expect(await listed(8, 8)).toEqual([8, 9]);
  const [stored] = await storedPages(scope, prefix, 11, 1);
  expect(stored).toMatchObject({ offset: 110, rows: 10, bytes: 2, storedBytes: 4 });
});
