import { readdirSync, readlinkSync } from "node:fs";
import { get } from "node:http";
import { GetObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { expect, test } from "vitest";
import { BUCKET, startEndpoint } from "./endpoint.ts";

const READERS = 200;

// The list of a process's open files can be read only on Linux.
test.skipIf(process.platform !== "linux")("readers that disconnect leave no file open", async () => {
  const endpoint = await startEndpoint();
  const warnings: string[] = [];
  const warn = ({ message }: Error) => warnings.push(message);
  process.on("warning", warn);
  const openFiles = () =>
    readdirSync("/proc/self/fd").filter((descriptor) => {
      try {
        return readlinkSync(`/proc/self/fd/${descriptor}`).startsWith(endpoint.directory);
      } catch {
        return false; // closed in the meantime
      }
    }).length;
  try {
    const Body = Buffer.alloc(2_000_000);
    await endpoint.client.send(new PutObjectCommand({ Bucket: BUCKET, Key: "large", Body }));
    const url = await getSignedUrl(endpoint.client, new GetObjectCommand({ Bucket: BUCKET, Key: "large" }));
    let answered = 0;
    for (let reader = 0; reader < READERS; reader += 1) if (await leave(url, reader)) answered += 1;
    expect(answered).toBeGreaterThan(0);
    expect(answered).toBeLessThan(READERS);
    await expect.poll(openFiles).toBe(0);
    // If the garbage collector has to close a handle, the code forgot to close it.
    expect(warnings).toEqual([]);
  } finally {
    process.off("warning", warn);
    await endpoint.stop();
  }
});

/** Disconnects after the request, at the head of the response, or within it. Returns whether there was a response. */
function leave(url: string, reader: number): Promise<boolean> {
  return new Promise((gone) => {
    let isAnswered = false;
    const request = get(url, { agent: false }, (response) => {
      isAnswered = true;
      if (reader % 2 === 0) response.destroy();
      else response.once("data", () => response.destroy());
    });
    request.on("error", () => undefined);
    request.on("close", () => gone(isAnswered));
    if (reader % 4 === 3) request.once("finish", () => request.destroy());
  });
}
