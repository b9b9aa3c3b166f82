import { GetObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { expect, test } from "vitest";
import { BUCKET } from "./endpoint.ts";
import { fileEndpoint } from "./fileEndpoint.ts";

const endpoint = fileEndpoint();

test("a read during writes returns one complete object with its metadata", async () => {
  const write = (index: number) =>
    endpoint.client.send(
      new PutObjectCommand({
        Bucket: BUCKET,
        Key: "busy",
        Body: String(index % 10).repeat(50_000),
        Metadata: { digit: String(index % 10) },
      }),
    );
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
