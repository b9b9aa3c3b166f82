import { createReadStream } from "node:fs";
import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { lastIdAt } from "#shared/domain/id.ts";
import type { PlatformScope, WorkspaceScope } from "#shared/runtime/scope.ts";
import { scopedClients } from "#shared/runtime/scopedClients.ts";
import { gzipText, textOf } from "./gzipText.ts";
import { inProcessObjects } from "./inProcessObjects.ts";
import { idOfKey } from "./keys.ts";

const clients = scopedClients(({ callObjects, endpoints: { s3: endpoint } }, location) => {
  const config = { ...location, ...(endpoint ? { endpoint, forcePathStyle: true } : {}) };
  return callObjects ? inProcessObjects(config, callObjects) : new S3Client(config);
});

/** Returns the client and bucket for a workspace's objects, in its region. */
export function objectStore(scope: WorkspaceScope): { client: S3Client; bucket: string } {
  return { client: clients.of(scope), bucket: scope.settings.regions[scope.region].bucket };
}

/** Returns the client and bucket for the objects of the platform itself, in the home region. */
export function platformObjects(scope: PlatformScope): { client: S3Client; bucket: string } {
  return { client: clients.ofPlatform(scope), bucket: scope.settings.home.bucket };
}

export async function putFile(scope: WorkspaceScope, key: string, path: string): Promise<void> {
  const { client, bucket } = objectStore(scope);
  const { size } = await stat(path);
  await client.send(
    new PutObjectCommand({ Bucket: bucket, Key: key, Body: createReadStream(path), ContentLength: size }),
  );
}

export async function putJson(scope: WorkspaceScope, key: string, content: unknown): Promise<void> {
  const { client, bucket } = objectStore(scope);
  const body = JSON.stringify(content);
  await client.send(
    new PutObjectCommand({ Bucket: bucket, Key: key, Body: body, ContentType: "application/json" }),
  );
}

/** Stores JSON that only the platform reads, compressed with gzip. */
export async function putCompressedJson(scope: WorkspaceScope, key: string, content: unknown): Promise<void> {
  await putBytes(scope, key, await gzipText(JSON.stringify(content)), "application/gzip");
}

/** Reads a JSON object, which may be compressed with gzip. */
export async function getJson<T>(scope: WorkspaceScope, key: string): Promise<T> {
  const { client, bucket } = objectStore(scope);
  const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
  if (!Body) throw new Error(`The object ${key} has no body`);
  return JSON.parse(await textOf(await Body.transformToByteArray())) as T;
}

export async function putBytes(
  scope: WorkspaceScope,
  key: string,
  content: Uint8Array | string,
  contentType = "application/octet-stream",
): Promise<void> {
  const { client, bucket } = objectStore(scope);
  await client.send(
    new PutObjectCommand({ Bucket: bucket, Key: key, Body: content, ContentType: contentType }),
  );
}

/** Reads an object; null if it does not exist. */
export async function getBytes(scope: WorkspaceScope, key: string): Promise<Uint8Array | null> {
  const { client, bucket } = objectStore(scope);
  try {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
    return (await Body?.transformToByteArray()) ?? null;
  } catch (error) {
    if (error instanceof NoSuchKey) return null;
    throw error;
  }
}

/** Reads a JSON object like `getJson`; null if it does not exist. */
export async function jsonIfPresent<T>(scope: WorkspaceScope, key: string): Promise<T | null> {
  const stored = await getBytes(scope, key);
  return stored && (JSON.parse(await textOf(stored)) as T);
}

/** Returns the size of an object in bytes, without reading it; null if it does not exist. */
export async function sizeIfStored(scope: WorkspaceScope, key: string): Promise<number | null> {
  for await (const object of listObjects(scope, key, null)) return object.key === key ? object.bytes : null;
  return null;
}

/** Tells whether an object exists, without reading it. */
export async function isStored(scope: WorkspaceScope, key: string): Promise<boolean> {
  return (await sizeIfStored(scope, key)) !== null;
}

export async function openObject(scope: WorkspaceScope, key: string): Promise<Readable> {
  return (await openWithSize(scope, key)).body;
}

/** Opens an object, and returns its content with its size in bytes. */
export async function openWithSize(
  scope: WorkspaceScope,
  key: string,
): Promise<{ size: number; body: Readable }> {
  const { client, bucket } = objectStore(scope);
  const { Body, ContentLength } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
  if (!(Body instanceof Readable)) throw new Error(`The object ${key} has no body`);
  return { size: ContentLength ?? 0, body: Body };
}

/** Opens an object like `openWithSize`; null if it does not exist. */
export async function openIfPresent(
  scope: WorkspaceScope,
  key: string,
): Promise<{ size: number; body: Readable } | null> {
  try {
    return await openWithSize(scope, key);
  } catch (error) {
    if (error instanceof NoSuchKey) return null;
    throw error;
  }
}

export async function deleteObject(scope: WorkspaceScope, key: string): Promise<void> {
  const { client, bucket } = objectStore(scope);
  await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
}

/** Deletes all objects with a key prefix; may be interrupted and repeated. Returns their number. */
export async function deletePrefix(
  scope: WorkspaceScope,
  prefix: string,
  deadline = Number.POSITIVE_INFINITY,
): Promise<{ ended: boolean; removed: number }> {
  const { client, bucket } = objectStore(scope);
  for (let removed = 0; ; ) {
    if (Date.now() > deadline) return { ended: false, removed };
    const { Contents } = await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix }));
    const keys = (Contents ?? []).flatMap(({ Key }) => (Key ? [{ Key }] : []));
    if (keys.length === 0) return { ended: true, removed };
    removed += keys.length;
    const { Errors } = await client.send(
      new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects: keys, Quiet: true } }),
    );
    if (Errors?.length) throw new Error(`Could not delete ${Errors.length} objects under ${prefix}`);
  }
}

/** Object in a list. */
export interface ListedObject {
  key: string;
  bytes: number;
  /** Time of its last write, in milliseconds since 1970. */
  modified: number;
}

/**
 * Lists the objects with a key prefix, in key order. `after` skips all objects up to the last one with that prefix or key.
 */
export async function* listObjects(
  scope: WorkspaceScope,
  prefix: string,
  after: string | null,
): AsyncGenerator<ListedObject> {
  const { client, bucket } = objectStore(scope);
  // Keys never contain a character above this one, so it sorts after all keys with the prefix.
  const StartAfter = after === null ? undefined : `${after}\uffff`;
  for (let ContinuationToken: string | undefined; ; ) {
    const page = await client.send(
      new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken, StartAfter }),
    );
    for (const { Key, Size, LastModified } of page.Contents ?? []) {
      if (Key) yield { key: Key, bytes: Size ?? 0, modified: LastModified?.getTime() ?? Date.now() };
    }
    ContinuationToken = page.NextContinuationToken;
    if (!ContinuationToken) return;
  }
}

/** Lists the objects with a key prefix that are named after an id from `first` on. */
export async function* listObjectsSince(
  scope: WorkspaceScope,
  prefix: string,
  first: string,
): AsyncGenerator<ListedObject> {
  // Keys are in the order of their ids only if these have the same length.
  const isOrdered = first.length === lastIdAt(Date.now()).length;
  const after = isOrdered ? `${prefix}${Number(first) - 1}` : null;
  for await (const object of listObjects(scope, prefix, after))
    if (Number(idOfKey(object.key)) >= Number(first)) yield object;
}

/** Deletes objects by their keys; may be interrupted and repeated. */
export async function deleteObjects(scope: WorkspaceScope, keys: readonly string[]): Promise<void> {
  const { client, bucket } = objectStore(scope);
  for (let start = 0; start < keys.length; start += 1000) {
    const Objects = keys.slice(start, start + 1000).map((Key) => ({ Key }));
    const { Errors } = await client.send(
      new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }),
    );
    if (Errors?.length) throw new Error(`Could not delete ${Errors.length} objects of ${Objects.length}`);
  }
}

/** Creates the parent folder of a local file. */
export async function prepareFolder(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
}
