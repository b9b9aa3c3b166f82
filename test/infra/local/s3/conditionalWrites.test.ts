import { GetObjectCommand, PutObjectCommand, type PutObjectCommandInput } from "@aws-sdk/client-s3";
import { describe, expect, test } from "vitest";
import { BUCKET, failureOf } from "./endpoint.ts";
import { fileEndpoint } from "./fileEndpoint.ts";

const endpoint = fileEndpoint();

const put = (Key: string, Body: string, more: Partial<PutObjectCommandInput> = {}) =>
  endpoint.client.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body, ...more }));
const text = async (Key: string) =>
  (await endpoint.client.send(new GetObjectCommand({ Bucket: BUCKET, Key }))).Body?.transformToString();
const FAILED = { code: "PreconditionFailed", status: 412 };

describe("a conditional write", () => {
  test("happens only where there is no object yet", async () => {
    await put("first", "one", { IfNoneMatch: "*" });
    expect(await failureOf(put("first", "two", { IfNoneMatch: "*" }))).toEqual(FAILED);
    expect(await text("first")).toBe("one");
  });

  test("happens only where the object is still the one that was read", async () => {
    const { ETag } = await put("second", "one");
    await put("second", "two", { IfMatch: ETag });
    expect(await failureOf(put("second", "three", { IfMatch: ETag }))).toEqual(FAILED);
    expect(await failureOf(put("missing", "one", { IfMatch: ETag }))).toEqual({
      code: "NoSuchKey",
      status: 404,
    });
    expect(await text("second")).toBe("two");
  });

  test("does not support other conditions", async () => {
    const failure = await failureOf(put("third", "one", { IfNoneMatch: '"etag"' }));
    expect(failure).toEqual({ code: "NotImplemented", status: 501 });
  });

  test("is won by exactly one of fifty that create the same object", async () => {
    for (const size of [1, 300_000]) {
      const key = `race/${size}`;
      const bodies = Array.from({ length: 50 }, (_, index) => `${index} `.repeat(size));
      const outcomes = await Promise.allSettled(bodies.map((body) => put(key, body, { IfNoneMatch: "*" })));
      const won = outcomes.flatMap(({ status }, index) => (status === "fulfilled" ? [index] : []));
      const lost = outcomes.flatMap((outcome) =>
        outcome.status === "rejected" ? [outcome.reason.name] : [],
      );
      expect(won).toHaveLength(1);
      expect(new Set(lost)).toEqual(new Set(["PreconditionFailed"]));
      expect(await text(key)).toBe(bodies[won[0] ?? -1]);
    }
  });

  test("makes a counter that counts every one of many writers", async () => {
    await put("counter", "0");
    const increment = async (): Promise<void> => {
      const { Body, ETag } = await endpoint.client.send(
        new GetObjectCommand({ Bucket: BUCKET, Key: "counter" }),
      );
      const next = Number(await Body?.transformToString()) + 1;
      await put("counter", String(next), { IfMatch: ETag }).catch((error: Error) => {
        if (error.name !== "PreconditionFailed") throw error;
        return increment();
      });
    };
    await Promise.all(Array.from({ length: 12 }, increment));
    expect(await text("counter")).toBe("12");
  });
});

describe("a read during writes", () => {
  test("finds one whole object with its own description, whichever it is", async () => {
    const write = (index: number) =>
      put("busy", String(index % 10).repeat(50_000), { Metadata: { digit: String(index % 10) } });
    await write(0);
    let writing = true;
    const writeAll = async () => {
      for (let index = 0; index < 60; index++) await write(index);
    };
    const writer = writeAll().finally(() => {
      writing = false;
    });
    let reads = 0;
    while (writing) {
      const { Body, Metadata } = await endpoint.client.send(
        new GetObjectCommand({ Bucket: BUCKET, Key: "busy" }),
      );
      const body = (await Body?.transformToString()) ?? "";
      expect(body).toBe((Metadata?.digit ?? "?").repeat(50_000));
      reads++;
    }
    await writer;
    expect(reads).toBeGreaterThan(0);
  });
});
