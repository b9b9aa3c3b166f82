import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { describe, expect, test } from "vitest";
import { putWholeStream } from "#shared/objects/inProcessObjects.ts";
import type { ObjectsCall } from "#shared/runtime/scope.ts";
import { BUCKET, failureOf } from "./endpoint.ts";
import { fileEndpoint } from "./fileEndpoint.ts";

const endpoint = fileEndpoint();

const clientOf = { "over a connection": "client", "in its process": "ownClient" } as const;

describe.each(["over a connection", "in its process"] as const)("a request %s", (way) => {
  const client = () => endpoint[clientOf[way]];
  const place = (name: string) => ({ Bucket: BUCKET, Key: `${clientOf[way]}/${name}` });
  const get = async (name: string, more = {}) => {
    const { Body } = await client().send(new GetObjectCommand({ ...place(name), ...more }));
    return Body?.transformToString();
  };

  test.each([
    ["a text", () => "é, ü"],
    ["bytes", () => new TextEncoder().encode("é, ü")],
    ["a stream", () => Readable.from([Buffer.from("é, "), Buffer.from("ü")])],
  ])("the store keeps %s with its metadata", async (name, body) => {
    await client().send(
      new PutObjectCommand({
        ...place(name),
        Body: body(),
        ContentLength: 6,
        ContentType: "text/csv",
        Metadata: { rows: "1" },
      }),
    );
    const head = await client().send(new HeadObjectCommand(place(name)));
    expect(head).toMatchObject({ ContentLength: 6, ContentType: "text/csv", Metadata: { rows: "1" } });
    expect(await get(name)).toBe("é, ü");
    expect(await get(name, { Range: "bytes=4-" })).toBe("ü");
  });

  test("an object may be empty, and its key may contain any characters", async () => {
    const names = ["empty", "a b/ü+%?&=#/..", "'(*)!"];
    for (const name of names) await client().send(new PutObjectCommand({ ...place(name), Body: "" }));
    for (const name of names) expect(await get(name)).toBe("");
  });

  test("listings continue across pages, and many objects can be deleted at once", async () => {
    const keys = Array.from({ length: 5 }, (_, index) => place(`listed/${index} &`).Key);
    for (const Key of keys)
      await client().send(new PutObjectCommand({ Bucket: BUCKET, Key, Body: "x".repeat(10) }));
    const list = { Bucket: BUCKET, Prefix: `${clientOf[way]}/listed/`, MaxKeys: 2 };
    const found: (string | undefined)[] = [];
    for (let ContinuationToken: string | undefined; ; ) {
      const page = await client().send(new ListObjectsV2Command({ ...list, ContinuationToken }));
      found.push(...(page.Contents ?? []).map(({ Key }) => Key));
      ContinuationToken = page.NextContinuationToken;
      if (!ContinuationToken) break;
    }
    expect(found).toEqual(keys);
    const Objects = keys.slice(1).map((Key) => ({ Key }));
    await client().send(new DeleteObjectsCommand({ Bucket: BUCKET, Delete: { Objects } }));
    const { Contents } = await client().send(new ListObjectsV2Command(list));
    expect(Contents?.map(({ Key }) => Key)).toEqual(keys.slice(0, 1));
  });

  test("errors have the right code and status", async () => {
    expect(await failureOf(get("missing"))).toEqual({ code: "NoSuchKey", status: 404 });
    const head = client().send(new HeadObjectCommand(place("missing")));
    expect(await failureOf(head)).toEqual({ code: "NotFound", status: 404 });
    const elsewhere = client().send(new PutObjectCommand({ Bucket: "elsewhere", Key: "a", Body: "a" }));
    expect(await failureOf(elsewhere)).toEqual({ code: "NoSuchBucket", status: 404 });
    await client().send(new PutObjectCommand({ ...place("short"), Body: "abc" }));
    expect(await failureOf(get("short", { Range: "bytes=9-" }))).toEqual({
      code: "InvalidRange",
      status: 416,
    });
  });

  test("a body that is shorter than announced is rejected", async () => {
    const Body = Readable.from([Buffer.from("abc")]);
    const put = client().send(new PutObjectCommand({ ...place("cut"), Body, ContentLength: 4 }));
    await expect(put).rejects.toThrow();
    expect(await failureOf(get("cut"))).toEqual({ code: "NoSuchKey", status: 404 });
  });

  test("a URL signed by a client gives anyone access to the object", async () => {
    await client().send(new PutObjectCommand({ ...place("signed"), Body: "content" }));
    const url = await getSignedUrl(client(), new GetObjectCommand(place("signed")), { expiresIn: 60 });
    expect(await (await fetch(url)).text()).toBe("content");
    const forged = url.replace(/(X-Amz-Signature=)\w{4}/, "$1dead");
    expect((await fetch(forged)).status).toBe(403);
  });
});

describe("a stream of unknown length", () => {
  test("an SDK error is named after its code", async () => {
    const put = putWholeStream(endpoint.call, "elsewhere", "a", Readable.from([]));
    expect(await put.catch(({ name }: Error) => name)).toBe("NoSuchBucket");
  });

  test("a stream that is refused midway is closed and releases its resources", async () => {
    let isReleased = false;
    async function* endless() {
      try {
        for (;;) yield Buffer.alloc(1_000);
      } finally {
        isReleased = true;
      }
    }
    const refusing: ObjectsCall = async ({ body }) => {
      const read = (body as Readable).iterator({ destroyOnReturn: false });
      await read.next();
      await read.return?.();
      return { status: 507, headers: {}, body: Buffer.from("<Error><Code>StorageFull</Code></Error>") };
    };
    const put = putWholeStream(refusing, BUCKET, "streams/refused", endless());
    await expect(put).rejects.toMatchObject({ name: "StorageFull" });
    await setImmediate();
    expect(isReleased).toBe(true);
  });

  const contentOf = async (Key: string) => {
    const { Body } = await endpoint.client.send(new GetObjectCommand({ Bucket: BUCKET, Key }));
    return Buffer.from((await Body?.transformToByteArray()) ?? []);
  };
  const unfinished = () => readdir(join(endpoint.directory, ".temporary"));

  test("a stream becomes an object with exactly its bytes", async () => {
    const parts = Array.from({ length: 40 }, (_, index) => Buffer.alloc((index * 7_919) % 50_000, index));
    await putWholeStream(endpoint.call, BUCKET, "streams/a b", Readable.from(parts));
    expect((await contentOf("streams/a b")).equals(Buffer.concat(parts))).toBe(true);
    await putWholeStream(endpoint.call, BUCKET, "streams/a b", Readable.from([]));
    expect(await contentOf("streams/a b")).toHaveLength(0);
  });

  test("a stream that fails leaves the object unchanged and leaves no file", async () => {
    await putWholeStream(endpoint.call, BUCKET, "streams/kept", Readable.from([Buffer.from("kept")]));
    async function* failing() {
      yield Buffer.alloc(300_000);
      throw new Error("the client left");
    }
    const put = putWholeStream(endpoint.call, BUCKET, "streams/kept", failing());
    await expect(put).rejects.toThrow("the client left");
    expect((await contentOf("streams/kept")).toString()).toBe("kept");
    expect(await unfinished()).toEqual([]);
  });
});

test("an object of the platform without a description is one file, and keeps its ETag", async () => {
  const place = { Bucket: BUCKET, Key: "plain/manifest.json" };
  const put = (body: string, more = {}) =>
    endpoint.ownClient.send(new PutObjectCommand({ ...place, Body: body, ...more }));
  const head = () => endpoint.client.send(new HeadObjectCommand(place));
  const described = async () => {
    const records = await readdir(join(endpoint.directory, ".records"), { recursive: true });
    return records.filter((path) => path.includes("manifest.json"));
  };

  const { ETag: first } = await put("{}", { ContentType: "application/gzip" });
  expect(await described()).toEqual([]);
  expect(await head()).toMatchObject({ ETag: first, ContentLength: 2 });
  await endpoint.restart();
  expect(await head()).toMatchObject({ ETag: first });
  await expect(
    endpoint.client.send(new GetObjectCommand({ ...place, IfNoneMatch: first })),
  ).rejects.toMatchObject({ $metadata: { httpStatusCode: 304 } });

  const { ETag: second } = await put("[]", { ContentType: "text/csv", Metadata: { rows: "1" } });
  expect(second).not.toBe(first);
  expect(await described()).toHaveLength(1);
  expect(await head()).toMatchObject({ ETag: second, ContentType: "text/csv", Metadata: { rows: "1" } });

  const { ETag: third } = await put("()");
  expect(third).not.toBe(second);
  expect(await head()).toMatchObject({ ETag: third, ContentType: "binary/octet-stream", Metadata: {} });
});
