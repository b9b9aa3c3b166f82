import { createHash } from "node:crypto";
import { link, mkdtemp, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { describe, expect, test, vi } from "vitest";
import { objectPath } from "#local/s3/storage/objectPath.ts";
import { BUCKET, createClient, failureOf } from "./endpoint.ts";
import { fileEndpoint } from "./fileEndpoint.ts";
import { signRaw } from "./rawRequest.ts";
import { startServerProcess } from "./serverProcess.ts";

const endpoint = fileEndpoint();

const put = (client: S3Client, Key: string, Body: string, Metadata: Record<string, string> = {}) =>
  client.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body, Metadata }));
const get = (Key: string) => endpoint.client.send(new GetObjectCommand({ Bucket: BUCKET, Key }));
const keys = async () =>
  (await endpoint.client.send(new ListObjectsV2Command({ Bucket: BUCKET }))).Contents?.map(
    ({ Key }) => Key,
  ) ?? [];
const md5 = (text: string) => createHash("md5").update(text).digest("hex");

describe("after a restart", () => {
  test("an object is unchanged after a restart", async () => {
    await put(endpoint.client, "kept/a b", "content", { kept: "yes" });
    const before = await get("kept/a b");
    await endpoint.restart();
    const after = await get("kept/a b");
    expect(after).toMatchObject({
      ETag: before.ETag,
      Metadata: { kept: "yes" },
      LastModified: before.LastModified,
    });
    expect(await after.Body?.transformToString()).toBe("content");
  });

  test("an unfinished write is neither visible nor left on disk after a restart", async () => {
    const torn = join(endpoint.directory, ".temporary", "torn");
    await writeFile(torn, "half of an obj");
    await endpoint.restart();
    expect(await keys()).toEqual(["kept/a b"]);
    await expect(stat(torn)).rejects.toThrow("ENOENT");
  });

  test("an object with an interrupted replacement keeps its metadata", async () => {
    await put(endpoint.client, "replaced", "old", { version: "old" });
    const file = objectPath(endpoint.directory, BUCKET, "replaced");
    const oldFile = join(endpoint.directory, "old");
    await link(file, oldFile);
    await put(endpoint.client, "replaced", "new", { version: "new" });
    // State just before the new file was moved into place: its description exists, but the file is the old one.
    await rename(oldFile, file);
    await endpoint.restart();
    expect(await get("replaced")).toMatchObject({
      ETag: `"${md5("old")}"`,
      Metadata: { version: "old" },
    });
  });

  test("a file manually placed in the folder becomes an object", async () => {
    await writeFile(objectPath(endpoint.directory, BUCKET, "by hand"), "content");
    const { ETag, Body } = await get("by hand");
    expect(await Body?.transformToString()).toBe("content");
    const { Contents } = await endpoint.client.send(
      new ListObjectsV2Command({ Bucket: BUCKET, Prefix: "by hand" }),
    );
    expect(Contents).toMatchObject([{ Key: "by hand", Size: 7, ETag }]);
  });
});

describe("an interrupted upload", () => {
  const temporary = () => readdir(join(endpoint.directory, ".temporary"));

  /** Half of it has arrived; the other half never will. */
  async function sendHalf(key: string): Promise<Socket> {
    const path = `/${BUCKET}/${key}`;
    const length = { "content-length": "1000000" };
    const raw = { method: "PUT", path, payload: "UNSIGNED-PAYLOAD", headers: length };
    const lines = Object.entries(signRaw(endpoint.url, raw)).map(([name, value]) => `${name}: ${value}\r\n`);
    const socket = connect(Number(new URL(endpoint.url).port), "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write(`PUT ${path} HTTP/1.1\r\n${lines.join("")}\r\n${"x".repeat(500_000)}`);
    await vi.waitFor(async () => expect(await temporary()).toHaveLength(1));
    return socket;
  }

  const statusOf = async (Key: string) =>
    (await failureOf(endpoint.client.send(new HeadObjectCommand({ Bucket: BUCKET, Key })))).status;

  test("an upload whose client disconnects leaves no file", async () => {
    const socket = await sendHalf("halfway");
    socket.destroy();
    await vi.waitFor(async () => expect(await temporary()).toEqual([]));
    expect(await statusOf("halfway")).toBe(404);
  });

  test("an upload interrupted by a shutdown leaves no file", async () => {
    const socket = await sendHalf("stopped");
    await endpoint.restart();
    expect(await temporary()).toEqual([]);
    expect(await statusOf("stopped")).toBe(404);
    socket.destroy();
  });
});

describe("a process that is killed", () => {
  test("after a process is killed, no acknowledged object is lost and no partial one is visible", async () => {
    const directory = await mkdtemp(join(tmpdir(), "s3-"));
    const acknowledged = new Map<string, number>();
    for (let round = 1; round <= 2; round++) {
      const server = await startServerProcess(directory);
      const client = createClient(server.url);
      let done = 0;
      let killed: Promise<void> | undefined;
      const writer = async (name: number) => {
        for (let version = round * 1000; ; version++) {
          const key = `k/${name}`;
          try {
            if (name % 4 === 3) await putInParts(client, key, version);
            else if (name % 4 === 2 && version % 5 === 4) await removeAndPut(client, key, version);
            else await put(client, key, bodyOf(version), { version: String(version) });
          } catch (error) {
            if (killed) return;
            throw error;
          }
          acknowledged.set(key, version);
          done++;
          if (done >= 60 + round) killed ??= server.kill();
        }
      };
      await Promise.all(Array.from({ length: 8 }, (_, name) => writer(name)));
      await killed;
      client.destroy();
      await expectIntact(directory, acknowledged);
    }
    await rm(directory, { recursive: true });
  });
});

const bodyOf = (version: number) => `${version} `.repeat(1000 + (version % 7) * 5000);

async function putInParts(client: S3Client, Key: string, version: number): Promise<void> {
  const Metadata = { version: String(version) };
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket: BUCKET, Key, Metadata }));
  const name = { Bucket: BUCKET, Key, UploadId };
  const { ETag } = await client.send(
    new UploadPartCommand({ ...name, PartNumber: 1, Body: bodyOf(version) }),
  );
  const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] };
  await client.send(new CompleteMultipartUploadCommand({ ...name, MultipartUpload }));
}

async function removeAndPut(client: S3Client, Key: string, version: number): Promise<void> {
  await client.send(new DeleteObjectCommand({ Bucket: BUCKET, Key }));
  await put(client, Key, bodyOf(version), { version: String(version) });
}

/** Every acknowledged write, or a later unfinished write, exists with all of its bytes and metadata. */
async function expectIntact(directory: string, acknowledged: ReadonlyMap<string, number>): Promise<void> {
  const server = await startServerProcess(directory);
  const client = createClient(server.url);
  for (const [Key, version] of acknowledged) {
    const found = await client
      .send(new GetObjectCommand({ Bucket: BUCKET, Key }))
      .catch((error: Error) => error);
    // The pending deletion may have been performed, but not the write after it.
    if (found instanceof Error) {
      expect(found.name).toBe("NoSuchKey");
      expect([Number(Key.slice(2)) % 4, (version + 1) % 5]).toEqual([2, 4]);
      continue;
    }
    const body = (await found.Body?.transformToString()) ?? "";
    const visible = Number(found.Metadata?.version);
    expect([version, version + 1]).toContain(visible);
    expect(body).toBe(bodyOf(visible));
    if (!found.ETag?.includes("-")) expect(found.ETag).toBe(`"${md5(body)}"`);
  }
  expect(await readdir(join(directory, ".temporary"))).toEqual([]);
  client.destroy();
  await server.kill();
}
