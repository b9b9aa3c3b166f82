import { S3Error } from "#infra/local/s3/protocol/s3Error.ts";
import type { ObjectRecord } from "#infra/local/s3/storage/objectRecord.ts";
import type { WriteCondition } from "#infra/local/s3/storage/objectStore.ts";

type Headers = Readonly<Record<string, string | undefined>>;

/**
 * What If-Match and If-None-Match demand of a write: `If-None-Match: *` that there is no such object yet, `If-Match`
 * that it is still the one the client knows. Throws PreconditionFailed, or NoSuchKey where there is none to match.
 */
export function writeCondition(headers: Headers): WriteCondition {
  const ifMatch = headers["if-match"];
  const ifNoneMatch = headers["if-none-match"];
  if (ifNoneMatch !== undefined && ifNoneMatch.trim() !== "*") {
    throw new S3Error("NotImplemented", "Writes support If-None-Match only with the value *.");
  }
  return (current) => {
    if (ifNoneMatch !== undefined && current) throw new S3Error("PreconditionFailed");
    if (ifMatch === undefined) return;
    if (!current) throw new S3Error("NoSuchKey");
    if (!matchesEtag(ifMatch, current.etag)) throw new S3Error("PreconditionFailed");
  };
}

/** Whether a read answers with the object or with "not modified"; throws PreconditionFailed. RFC 9110, 13.2.2. */
export function evaluateRead(headers: Headers, record: ObjectRecord): "send" | "not modified" {
  requireReadable(headers, record);
  const ifNoneMatch = headers["if-none-match"];
  if (ifNoneMatch !== undefined) return matchesEtag(ifNoneMatch, record.etag) ? "not modified" : "send";
  const since = parseDate(headers["if-modified-since"]);
  return since !== undefined && seconds(record) <= since ? "not modified" : "send";
}

/** The conditions on the source of a copy, `x-amz-copy-source-if-…`, for which "not modified" is a failure too. */
export function requireCopyable(headers: Headers, record: ObjectRecord): void {
  const ofSource = Object.entries(headers).flatMap(([name, value]) =>
    name.startsWith("x-amz-copy-source-if-")
      ? [[name.slice("x-amz-copy-source-".length), value] as const]
      : [],
  );
  if (evaluateRead(Object.fromEntries(ofSource), record) !== "send") throw new S3Error("PreconditionFailed");
}

/** Whether a Range may be applied: If-Range names the version of which the client has the rest. */
export function allowsRange(headers: Headers, record: ObjectRecord): boolean {
  const ifRange = headers["if-range"]?.trim();
  if (ifRange === undefined) return true;
  if (ifRange.startsWith('"')) return matchesEtag(ifRange, record.etag);
  return parseDate(ifRange) === seconds(record);
}

function requireReadable(headers: Headers, record: ObjectRecord): void {
  const ifMatch = headers["if-match"];
  if (ifMatch !== undefined) {
    if (!matchesEtag(ifMatch, record.etag)) throw new S3Error("PreconditionFailed");
    return;
  }
  const since = parseDate(headers["if-unmodified-since"]);
  if (since !== undefined && seconds(record) > since) throw new S3Error("PreconditionFailed");
}

function matchesEtag(header: string, etag: string): boolean {
  return header.split(",").some((candidate) => {
    const value = candidate
      .trim()
      .replace(/^W\//, "")
      .replace(/^"(.*)"$/, "$1");
    return value === "*" || value === etag;
  });
}

/** HTTP dates have whole seconds. */
function seconds(record: ObjectRecord): number {
  return Math.floor(record.modified / 1000) * 1000;
}

function parseDate(header: string | undefined): number | undefined {
  const instant = Date.parse(header ?? "");
  return Number.isNaN(instant) ? undefined : instant;
}
