import type { ReaderSession } from "#local/signature/readerSession.ts";
import { S3Error } from "./s3Error.ts";
import type { Target } from "./target.ts";

/** Objects that a session may read, under the folder of its workspace; `readerRole.ts` defines the same for IAM. */
const READABLE = [
  /^loads\/[^/]+\/[^/]+\.parquet$/,
  /^tables\/[0-9]+\/iceberg\/[^/]+\/[^/]+$/,
  /^tables\/[0-9]+\/merged\/[^/]+\.parquet$/,
];

/** Throws `AccessDenied` unless the request reads an object that the session may read. */
export function requireReadable({ workspace }: ReaderSession, method: string, { key }: Target): void {
  const folder = `ws/${workspace}/`;
  const isRead = method === "GET" || method === "HEAD";
  const path = key.startsWith(folder) ? key.slice(folder.length) : "";
  if (isRead && READABLE.some((pattern) => pattern.test(path))) return;
  throw new S3Error(
    "AccessDenied",
    "These credentials grant read access only to the rows and metadata of one workspace's tables.",
  );
}
