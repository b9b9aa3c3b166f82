import { RESULTS_FOLDER } from "#infra/names.ts";
import type { ObjectSession } from "#local/signature/objectSession.ts";
import { S3Error } from "./s3Error.ts";

/** Objects that a `READ_TABLES` session may read, under the folder of its workspace; `readerRole.ts` defines the same for IAM. */
const READABLE = [
  /^loads\/[^/]+\/[^/]+\.parquet$/,
  /^tables\/[0-9]+\/iceberg\/[^/]+\/[^/]+$/,
  /^tables\/[0-9]+\/merged\/[^/]+\.parquet$/,
];

interface SessionRequest {
  method: string;
  key: string;
  query: ReadonlyMap<string, string>;
}

/**
 * Throws `AccessDenied` unless the session allows the request. `DeleteObjects` names its keys in the body, so it also checks
 * each key with `requireSessionKey`.
 */
export function requireSessionAccess(session: ObjectSession, request: SessionRequest): void {
  if (session.access === "READ_TABLES") requireReadable(session, request);
  else requireWritable(session, request);
}

/** Throws `AccessDenied` unless the session may write an object, or list objects with this prefix. */
export function requireSessionKey({ workspace }: ObjectSession, key: string): void {
  if (key.startsWith(`ws/${workspace}/`) || key.startsWith(`${RESULTS_FOLDER}${workspace}/`)) return;
  throw new S3Error("AccessDenied", "These credentials grant access only to the objects of one workspace.");
}

function requireReadable({ workspace }: ObjectSession, { method, key }: SessionRequest): void {
  const folder = `ws/${workspace}/`;
  const isRead = method === "GET" || method === "HEAD";
  const path = key.startsWith(folder) ? key.slice(folder.length) : "";
  if (isRead && READABLE.some((pattern) => pattern.test(path))) return;
  throw new S3Error(
    "AccessDenied",
    "These credentials grant read access only to the rows and metadata of one workspace's tables.",
  );
}

function requireWritable(session: ObjectSession, { method, key, query }: SessionRequest): void {
  if (key === "" && method === "POST" && query.has("delete")) return;
  requireSessionKey(session, key === "" ? (query.get("prefix") ?? "") : key);
}
