import { GetObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { objectStore } from "./objects.ts";

/** Time during which a download from a signed address may start, in seconds. */
const VALID_SECONDS = 60;

/**
 * Returns a URL that reads one object without other credentials, valid for a minute by default. It is signed with the
 * workspace's credentials, so that it grants no more access than they do and expires with them. `headers` are the response
 * headers, with lower-case names.
 */
export async function presignedUrl(
  scope: WorkspaceScope,
  key: string,
  headers: Readonly<Record<string, string>>,
  validSeconds = VALID_SECONDS,
): Promise<string> {
  const { client, bucket } = objectStore(scope);
  const command = new GetObjectCommand({
    Bucket: bucket,
    Key: key,
    ResponseContentType: headers["content-type"],
    ResponseContentDisposition: headers["content-disposition"],
    ResponseCacheControl: headers["cache-control"],
  });
  return getSignedUrl(client, command, { expiresIn: validSeconds });
}

/** Returns a URL to which one object can be written with PUT, without other credentials. */
export async function presignedUpload(
  scope: WorkspaceScope,
  key: string,
  validSeconds: number,
): Promise<string> {
  const { client, bucket } = objectStore(scope);
  return getSignedUrl(client, new PutObjectCommand({ Bucket: bucket, Key: key }), {
    expiresIn: validSeconds,
  });
}
