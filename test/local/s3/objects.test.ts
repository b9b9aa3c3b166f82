import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  type GetObjectCommandInput,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type PutObjectCommandInput,
} from "@aws-sdk/client-s3";
import { DuckDBInstance } from "@duckdb/node-api";
import { describe, expect, test } from "vitest";
import { objectPath } from "#local/s3/storage/objectPath.ts";
import { BUCKET, failureOf } from "./endpoint.ts";
import { fileEndpoint } from "./fileEndpoint.ts";
import { sendRaw } from "./rawRequest.ts";

const endpoint = fileEndpoint();

const put = (Key: string, more: Partial<PutObjectCommandInput> = {}) =>
  endpoint.client.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body: "0123456789", ...more }));
const get = (Key: string, more: Partial<GetObjectCommandInput> = {}) =>
  endpoint.client.send(new GetObjectCommand({ Bucket: BUCKET, Key, ...more }));
const text = async (Key: string, more: Partial<GetObjectCommandInput> = {}) =>
  (await get(Key, more)).Body?.transformToString();
const keys = async (Prefix: string) => {
  const { Contents = [] } = await endpoint.client.send(new ListObjectsV2Command({ Bucket: BUCKET, Prefix }));
  return Contents.map(({ Key }) => Key);
};

describe("an object", () => {
  test("an object is returned with all of its metadata", async () => {
    const Expires = new Date("2030-01-02T03:04:05Z");
    const said = {
      ContentType: "text/csv; charset=utf-8",
      ContentDisposition: 'attachment; filename="a.csv"',
      ContentLanguage: "en",
      ContentEncoding: "identity",
      CacheControl: "no-store",
      Metadata: { rows: "10", note: "two  words" },
    };
    const { ETag } = await put("said", { ...said, Expires });
    expect(ETag).toBe('"781e5e245d69b566979b86e28d23f2c7"');
    const head = await endpoint.client.send(new HeadObjectCommand({ Bucket: BUCKET, Key: "said" }));
    expect(head).toMatchObject({ ...said, ETag, ContentLength: 10, AcceptRanges: "bytes" });
    expect(head.ExpiresString).toBe(Expires.toUTCString());
    expect(Math.abs(Date.now() - (head.LastModified?.getTime() ?? 0))).toBeLessThan(60_000);
    expect(await get("said")).toMatchObject({ ...said, ETag });
    expect(await text("said")).toBe("0123456789");
  });

  test("an object may be empty", async () => {
    await put("empty", { Body: "" });
    expect(await text("empty")).toBe("");
    expect(await failureOf(get("empty", { Range: "bytes=0-" }))).toEqual({
      code: "InvalidRange",
      status: 416,
    });
  });

  test("ranges count from the start or the end of an object", async () => {
    await put("ranged");
    expect(await text("ranged", { Range: "bytes=2-4" })).toBe("234");
    expect(await text("ranged", { Range: "bytes=7-" })).toBe("789");
    expect(await text("ranged", { Range: "bytes=-2" })).toBe("89");
    expect(await get("ranged", { Range: "bytes=8-99" })).toMatchObject({
      ContentLength: 2,
      ContentRange: "bytes 8-9/10",
      $metadata: { httpStatusCode: 206 },
    });
    expect(await text("ranged", { Range: "rows=1-2" })).toBe("0123456789");
    expect(await failureOf(get("ranged", { Range: "bytes=10-" }))).toEqual({
      code: "InvalidRange",
      status: 416,
    });
  });

  test("conditional reads compare the object's version", async () => {
    const { ETag } = await put("conditional");
    const past = new Date(Date.now() - 3_600_000);
    expect(await text("conditional", { IfMatch: ETag })).toBe("0123456789");
    expect(await text("conditional", { IfNoneMatch: '"other"', IfModifiedSince: past })).toBe("0123456789");
    const statusOf = async (more: Partial<GetObjectCommandInput>) =>
      (await failureOf(get("conditional", more))).status;
    expect(await statusOf({ IfMatch: '"other"' })).toBe(412);
    expect(await statusOf({ IfNoneMatch: ETag })).toBe(304);
    expect(await statusOf({ IfNoneMatch: ETag, IfModifiedSince: past })).toBe(304);
  });

  test("a download resumes only for the same version of the object", async () => {
    const { ETag = "" } = await put("resumed");
    const resume = (version: string) =>
      sendRaw(endpoint.url, {
        method: "GET",
        path: `/${BUCKET}/resumed`,
        headers: { range: "bytes=7-", "if-range": version },
      });
    expect(await resume(ETag)).toMatchObject({ status: 206, body: "789" });
    for (const version of ['"other"', new Date().toUTCString()]) {
      expect(await resume(version)).toMatchObject({ status: 200, body: "0123456789" });
    }
  });

  test("unknown objects and unknown buckets have distinct errors", async () => {
    const head = (Bucket: string) => endpoint.client.send(new HeadObjectCommand({ Bucket, Key: "missing" }));
    expect(await failureOf(get("missing"))).toEqual({ code: "NoSuchKey", status: 404 });
    expect(await failureOf(head(BUCKET))).toEqual({ code: "NotFound", status: 404 });
    const elsewhere = new GetObjectCommand({ Bucket: "elsewhere", Key: "missing" });
    expect(await failureOf(endpoint.client.send(elsewhere))).toEqual({ code: "NoSuchBucket", status: 404 });
    const written = new PutObjectCommand({ Bucket: "elsewhere", Key: "missing", Body: "x" });
    expect(await failureOf(endpoint.client.send(written))).toEqual({ code: "NoSuchBucket", status: 404 });
  });

  test("an object is replaced as a whole, including its metadata", async () => {
    await put("replaced", { Metadata: { first: "1" }, ContentType: "text/plain" });
    await put("replaced", { Body: "second" });
    const { Metadata, ContentType } = await get("replaced");
    expect({ Metadata, ContentType }).toEqual({ Metadata: {}, ContentType: "application/octet-stream" });
    expect(await text("replaced")).toBe("second");
  });

  const ODD_KEYS = [
    ...[
      "..",
      ".",
      "odd/../../x",
      "odd/./x",
      "odd//x",
      "/odd",
      "odd/",
      "odd//",
      "odd/%2E%2E/%",
      "odd/a b+c&d=e?f#g",
    ],
    ...[
      "odd/日本語/\u{1F600}",
      "odd/é",
      "odd/e\u0301",
      "odd/~",
      "odd/a~/b",
      "odd/!'()*;:@,$",
      'odd/<"&>',
      "odd/\\x",
    ],
  ];

  test.each(ODD_KEYS)("a key can be %j", async (key) => {
    await put(key, { Body: `of ${key}` });
    expect(await text(key)).toBe(`of ${key}`);
    expect(await keys(key)).toContain(key);
    expect((await readFile(objectPath(endpoint.directory, BUCKET, key))).toString()).toBe(`of ${key}`);
    await endpoint.client.send(new DeleteObjectCommand({ Bucket: BUCKET, Key: key }));
    expect(await keys(key)).not.toContain(key);
  });

  test("an object can coexist with another that has its key as a prefix", async () => {
    for (const key of ["side", "side/by", "side/by/side"]) await put(key, { Body: key });
    for (const key of ["side", "side/by", "side/by/side"]) expect(await text(key)).toBe(key);
    expect(await keys("side")).toEqual(["side", "side/by", "side/by/side"]);
    await endpoint.client.send(new DeleteObjectCommand({ Bucket: BUCKET, Key: "side/by" }));
    expect(await keys("side")).toEqual(["side", "side/by/side"]);
  });

  test("a key that is too long for a file name is refused", async () => {
    const failure = await failureOf(put(`long/${"x".repeat(256)}`));
    expect(failure).toEqual({ code: "KeyTooLongError", status: 400 });
  });

  test("an object is a plain file that DuckDB can read by path", async () => {
    const key = "ws/7f/tables/a=b [1]*?/loads/é/part-00000.csv";
    await put(key, { Body: "name,value\nlacZ,42\n" });
    const instance = await DuckDBInstance.create(":memory:");
    const connection = await instance.connect();
    const path = objectPath(endpoint.directory, BUCKET, key);
    const result = await connection.runAndReadAll("SELECT * FROM read_csv($path)", { path });
    expect(result.getRowObjects()).toEqual([{ name: "lacZ", value: 42n }]);
    connection.closeSync();
    instance.closeSync();
  });

  test("a deletion removes the object and empty folders, and is idempotent", async () => {
    await put("gone/far/away");
    for (let times = 0; times < 2; times++) {
      await endpoint.client.send(new DeleteObjectCommand({ Bucket: BUCKET, Key: "gone/far/away" }));
    }
    expect(await failureOf(get("gone/far/away"))).toMatchObject({ code: "NoSuchKey" });
    expect(await readdir(join(endpoint.directory, BUCKET))).not.toContain("gone~");
  });

  test("one request deletes many objects", async () => {
    const many = Array.from({ length: 40 }, (_, index) => `many/${index}&<\u{1F600}>`);
    await Promise.all(many.map((key) => put(key)));
    const Objects = [...many.slice(1), "many/not there"].map((Key) => ({ Key }));
    const remove = (Quiet: boolean) =>
      endpoint.client.send(new DeleteObjectsCommand({ Bucket: BUCKET, Delete: { Objects, Quiet } }));
    const { Deleted = [], Errors } = await remove(false);
    expect(Deleted.map(({ Key }) => Key)).toEqual(Objects.map(({ Key }) => Key));
    expect(Errors).toBeUndefined();
    expect(await keys("many/")).toEqual([many[0]]);
    expect((await remove(true)).Deleted).toBeUndefined();
  });
});
