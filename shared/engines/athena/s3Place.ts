import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from "@aws-sdk/client-s3";

/** Object, or all objects with keys that start with `key`. */
export interface S3Place {
  bucket: string;
  key: string;
}

export function s3Uri({ bucket, key }: S3Place): string {
  return `s3://${bucket}/${key}`;
}

export function parseS3Uri(uri: string): S3Place {
  const [, bucket, key] = /^s3:\/\/([^/]+)\/(.*)$/s.exec(uri) ?? [];
  if (bucket === undefined || key === undefined) throw new Error(`${uri} is not an S3 URI`);
  return { bucket, key };
}

export function appendKey({ bucket, key }: S3Place, name: string): S3Place {
  return { bucket, key: `${key}${name}` };
}

export async function putText(client: S3Client, { bucket, key }: S3Place, text: string): Promise<void> {
  await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: text }));
}

/** Lists the data files under a prefix with their sizes; skips empty objects. */
export async function listFiles(client: S3Client, { bucket, key }: S3Place): Promise<[S3Place, number][]> {
  const files: [S3Place, number][] = [];
  let token: string | undefined;
  do {
    const page = await client.send(
      new ListObjectsV2Command({ Bucket: bucket, Prefix: key, ContinuationToken: token }),
    );
    for (const { Key, Size } of page.Contents ?? [])
      if (Key && Size) files.push([{ bucket, key: Key }, Size]);
    token = page.NextContinuationToken;
  } while (token !== undefined);
  return files;
}

export async function download(
  client: S3Client,
  { bucket, key }: S3Place,
  path: string,
  signal?: AbortSignal,
): Promise<void> {
  const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }), {
    ...(signal && { abortSignal: signal }),
  });
  if (!(Body instanceof Readable)) throw new Error(`The object ${key} has no body`);
  await pipeline(Body, createWriteStream(path), { ...(signal && { signal }) });
}

/** Deletes everything under a prefix. */
export async function deleteBelow(client: S3Client, location: S3Place): Promise<void> {
  for (;;) {
    const page = await client.send(
      new ListObjectsV2Command({ Bucket: location.bucket, Prefix: location.key }),
    );
    const keys = (page.Contents ?? []).flatMap(({ Key }) => (Key ? [{ Key }] : []));
    if (keys.length === 0) return;
    const { Errors } = await client.send(
      new DeleteObjectsCommand({ Bucket: location.bucket, Delete: { Objects: keys, Quiet: true } }),
    );
    if (Errors?.length) throw new Error(`Could not delete ${Errors.length} objects under ${s3Uri(location)}`);
  }
}
