import {
  HeadBucketCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandInput,
  PutObjectCommand,
  paginateListObjectsV2,
} from "@aws-sdk/client-s3";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { BUCKET, failureOf, REGION } from "./endpoint.ts";
import { fileEndpoint } from "./fileEndpoint.ts";

/** Their order by UTF-8 bytes differs from the order of the file names and, for the last two, from JavaScript's. */
const KEYS = [
  ...[
    "a",
    "a-b",
    "a.b",
    "a/",
    "a/b",
    "a/b/c",
    "a/b/d",
    "a//",
    "a0",
    "b/1",
    "b/2",
    "b/3",
    "b+",
    "b ",
    "B",
    "%",
    "~",
  ],
  ...["é", "e\u0301", "\uffee", "\u{1F600}"],
];
const SORTED = [...KEYS].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));

const endpoint = fileEndpoint();
beforeAll(async () => {
  const puts = KEYS.map((Key) =>
    endpoint.client.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body: Key })),
  );
  await Promise.all(puts);
});

const list = (more: Partial<ListObjectsV2CommandInput> = {}) =>
  endpoint.client.send(new ListObjectsV2Command({ Bucket: BUCKET, ...more }));

async function listAll(more: Partial<ListObjectsV2CommandInput>, pageSize: number) {
  const found = { keys: [] as string[], prefixes: [] as string[] };
  for await (const page of paginateListObjectsV2(
    { client: endpoint.client, pageSize },
    { Bucket: BUCKET, ...more },
  )) {
    const keys = (page.Contents ?? []).map(({ Key = "" }) => Key);
    const prefixes = (page.CommonPrefixes ?? []).map(({ Prefix = "" }) => Prefix);
    expect(page.KeyCount).toBe(keys.length + prefixes.length);
    expect(page.KeyCount).toBeLessThanOrEqual(pageSize);
    found.keys.push(...keys);
    found.prefixes.push(...prefixes);
  }
  return found;
}

/** Computes a listing as documented for S3 from the list of all keys. */
function computeListing(prefix: string, delimiter: string) {
  const keys = SORTED.filter((key) => key.startsWith(prefix));
  const cut = (key: string) => (delimiter === "" ? -1 : key.indexOf(delimiter, prefix.length));
  const prefixes = keys
    .filter((key) => cut(key) >= 0)
    .map((key) => key.slice(0, cut(key) + delimiter.length));
  return { keys: keys.filter((key) => cut(key) < 0), prefixes: [...new Set(prefixes)] };
}

describe("a listing", () => {
  test("a listing has every key in byte order, with size and ETag", async () => {
    const { Contents = [], IsTruncated, KeyCount } = await list();
    expect(Contents.map(({ Key }) => Key)).toEqual(SORTED);
    expect({ IsTruncated, KeyCount }).toEqual({ IsTruncated: false, KeyCount: KEYS.length });
    expect(Contents.find(({ Key }) => Key === "a")).toMatchObject({
      Size: 1,
      ETag: '"0cc175b9c0f1b6a831c399e269772661"',
      StorageClass: "STANDARD",
    });
  });

  test("a delimiter groups keys into folders", async () => {
    const { Contents, CommonPrefixes } = await list({ Prefix: "a", Delimiter: "/" });
    expect(Contents?.map(({ Key }) => Key)).toEqual(["a", "a-b", "a.b", "a0"]);
    expect(CommonPrefixes?.map(({ Prefix }) => Prefix)).toEqual(["a/"]);
    const inside = await list({ Prefix: "a/", Delimiter: "/" });
    expect(inside.Contents?.map(({ Key }) => Key)).toEqual(["a/", "a/b"]);
    expect(inside.CommonPrefixes?.map(({ Prefix }) => Prefix)).toEqual(["a//", "a/b/"]);
  });

  test("a listing is the same in pages of any size, for any prefix and delimiter", async () => {
    const prefix = fc.constantFrom("", "a", "a/", "a/b", "b", "b/", "\u{1F600}", "nothing");
    await fc.assert(
      fc.asyncProperty(
        prefix,
        fc.constantFrom("", "/", "b", "/b", "-"),
        fc.integer({ min: 1, max: 6 }),
        async (Prefix, Delimiter, pageSize) => {
          const found = await listAll({ Prefix, Delimiter }, pageSize);
          expect(found).toEqual(computeListing(Prefix, Delimiter));
        },
      ),
      { seed: 20_261_106, numRuns: 80 },
    );
  });

  test("a listing can start after any text, in pages of any size", async () => {
    const after = fc.constantFrom(...KEYS, "a/\uffff", "a/b\uffff", "b\uffff", "zzz");
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("", "a", "a/"),
        after,
        fc.integer({ min: 1, max: 6 }),
        async (Prefix, StartAfter, pageSize) => {
          const { keys } = await listAll({ Prefix, StartAfter }, pageSize);
          const start = Buffer.from(StartAfter);
          const { keys: all } = computeListing(Prefix, "");
          expect(keys).toEqual(all.filter((key) => Buffer.compare(Buffer.from(key), start) > 0));
        },
      ),
      { seed: 20_261_127, numRuns: 60 },
    );
  });

  test("a listing states whether it is truncated, even at the limits", async () => {
    expect(await list({ MaxKeys: 0 })).toMatchObject({ IsTruncated: false, KeyCount: 0 });
    expect((await list({ MaxKeys: KEYS.length })).IsTruncated).toBe(false);
    expect((await list({ MaxKeys: KEYS.length - 1 })).IsTruncated).toBe(true);
    expect(await failureOf(list({ ContinuationToken: "made up" }))).toEqual({
      code: "InvalidArgument",
      status: 400,
    });
    expect(await failureOf(list({ MaxKeys: -1 }))).toEqual({ code: "InvalidArgument", status: 400 });
  });

  test("keys are percent-encoded on request", async () => {
    const { Contents = [], EncodingType } = await list({ EncodingType: "url" });
    expect(EncodingType).toBe("url");
    expect(Contents.map(({ Key = "" }) => decodeURIComponent(Key))).toEqual(SORTED);
    expect(Contents.map(({ Key }) => Key)).toContain("b%2B");
  });
});

describe("a bucket", () => {
  test("a bucket is found and listed", async () => {
    const { Buckets = [] } = await endpoint.client.send(new ListBucketsCommand({}));
    expect(Buckets.map(({ Name }) => Name)).toEqual([BUCKET]);
    expect(Buckets[0]?.CreationDate).toBeInstanceOf(Date);
    const { BucketRegion } = await endpoint.client.send(new HeadBucketCommand({ Bucket: BUCKET }));
    expect(BucketRegion).toBe(REGION);
    const missing = await failureOf(endpoint.client.send(new HeadBucketCommand({ Bucket: "missing" })));
    expect(missing).toEqual({ code: "NotFound", status: 404 });
  });
});
