import { type ByteRange, parseByteRange } from "#local/s3/protocol/byteRange.ts";
import { S3Error } from "#local/s3/protocol/s3Error.ts";
import { headerText } from "#local/s3/protocol/target.ts";
import { CONTENT_HEADERS, type ObjectRecord } from "#local/s3/storage/objectRecord.ts";
import { checksumHeaders, describingHeaders } from "./description.ts";
import { matchesEtag, quoted, type S3Request, type S3Response } from "./exchange.ts";

const READ_BYTES = 256 * 1024;

/** Query parameters that set response headers, such as `response-content-type`. */
export const OVERRIDE_PARAMETERS = CONTENT_HEADERS.map((name) => `response-${name}`);

/** Handles GetObject. */
export async function getObject(request: S3Request): Promise<S3Response> {
  const { handle, record } = await request.store.open(request.bucket, request.key);
  try {
    const { range, ...answer } = answerTo(request, record);
    if (!range) {
      await handle.close();
      return answer;
    }
    // The stream closes the handle when it ends or is destroyed.
    const body = handle.createReadStream({ start: range.first, end: range.last, highWaterMark: READ_BYTES });
    return { ...answer, body };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Handles HeadObject. */
export async function headObject(request: S3Request): Promise<S3Response> {
  const record = await request.store.find(request.bucket, request.key);
  if (!record) throw new S3Error("NoSuchKey");
  const { status, headers } = answerTo(request, record);
  return { status, headers };
}

interface Answer {
  status: number;
  headers: Record<string, string>;
  /** Bytes to send; undefined to send none. */
  range: ByteRange | undefined;
}

function answerTo({ headers: requestHeaders, query }: S3Request, record: ObjectRecord): Answer {
  const headers = describingHeaders(record);
  for (const name of CONTENT_HEADERS) {
    const value = query.get(`response-${name}`);
    if (value !== undefined) headers[name] = headerText(`response-${name}`, value);
  }
  const { "if-match": ifMatch, "if-none-match": ifNoneMatch } = requestHeaders;
  if (ifMatch !== undefined && !matchesEtag(ifMatch, record.etag)) throw new S3Error("PreconditionFailed");
  if (ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, record.etag)) {
    return { status: 304, headers, range: undefined };
  }
  // A client that has received part of the object requests the rest of that version; if the object has changed, the client gets
  // the whole new version.
  const isSameVersion =
    requestHeaders["if-range"] === undefined || requestHeaders["if-range"].trim() === quoted(record.etag);
  const range = parseByteRange(isSameVersion ? requestHeaders.range : undefined, record.size);
  if (range) {
    headers["content-range"] = `bytes ${range.first}-${range.last}/${record.size}`;
    headers["content-length"] = String(range.last - range.first + 1);
    return { status: 206, headers, range };
  }
  headers["content-length"] = String(record.size);
  if (requestHeaders["x-amz-checksum-mode"]?.toUpperCase() === "ENABLED") {
    Object.assign(headers, checksumHeaders(record));
  }
  return { status: 200, headers, range: record.size > 0 ? { first: 0, last: record.size - 1 } : undefined };
}
