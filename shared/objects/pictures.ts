import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, PutObjectCommand } from "@aws-sdk/client-s3";
import type { Picture } from "#shared/domain/user.ts";
import type { PlatformScope } from "#shared/runtime/scope.ts";
import { platformObjects } from "./objects.ts";

/** Returns the object key of a user's picture in the platform's bucket; `key` contains 128 random bits. */
const objectKey = (key: string): string => `pictures/${key}`;

export function newPictureKey(): string {
  return randomBytes(16).toString("hex");
}

/** Name of the object metadata field that contains the id of the picture's user, URL-escaped. */
const USER = "user";

export async function putPicture(
  scope: PlatformScope,
  userId: string,
  { key, content_type }: Picture,
  content: Buffer,
): Promise<void> {
  const { client, bucket } = platformObjects(scope);
  await client.send(
    new PutObjectCommand({
      Bucket: bucket,
      Key: objectKey(key),
      Body: content,
      ContentType: content_type,
      Metadata: { [USER]: encodeURIComponent(userId) },
    }),
  );
}

export async function deletePicture(scope: PlatformScope, key: string): Promise<void> {
  const { client, bucket } = platformObjects(scope);
  await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: objectKey(key) }));
}

export interface OpenPicture {
  userId: string;
  contentType: string;
  size: number;
  content: Readable;
}

/** Opens a picture; null if it does not exist. */
export async function openPicture(scope: PlatformScope, key: string): Promise<OpenPicture | null> {
  const { client, bucket } = platformObjects(scope);
  try {
    const object = await client.send(new GetObjectCommand({ Bucket: bucket, Key: objectKey(key) }));
    if (!(object.Body instanceof Readable)) throw new Error(`The picture ${key} has no body`);
    const { ContentType = "application/octet-stream", ContentLength = 0, Metadata = {} } = object;
    const userId = decodeURIComponent(Metadata[USER] ?? "");
    return { userId, contentType: ContentType, size: ContentLength, content: object.Body };
  } catch (error) {
    if (error instanceof NoSuchKey) return null;
    throw error;
  }
}
