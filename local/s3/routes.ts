import { headBucket, listBuckets } from "#local/s3/operations/buckets.ts";
import { completeMultipartUpload } from "#local/s3/operations/completeUpload.ts";
import { deleteObject, deleteObjects } from "#local/s3/operations/deleteObject.ts";
import type { Handler, S3Request } from "#local/s3/operations/exchange.ts";
import { listObjectsV2 } from "#local/s3/operations/listObjects.ts";
import { listObjectVersions } from "#local/s3/operations/listVersions.ts";
import {
  abortMultipartUpload,
  createMultipartUpload,
  uploadPart,
} from "#local/s3/operations/multipartUpload.ts";
import { putObject } from "#local/s3/operations/putObject.ts";
import { getObject, headObject, OVERRIDE_PARAMETERS } from "#local/s3/operations/readObject.ts";
import { S3Error } from "#local/s3/protocol/s3Error.ts";

type Level = "service" | "bucket" | "object";

interface Route {
  method: string;
  level: Level;
  handle: Handler;
  /** Query parameters that select this operation; the first matching route is used. */
  needs?: readonly string[];
  /** Other supported query parameters; a request with any further parameter is NotImplemented. */
  allows?: readonly string[];
}

const LIST = ["prefix", "delimiter", "continuation-token", "max-keys", "encoding-type", "start-after"];
const VERSION_LIST = ["prefix", "key-marker", "version-id-marker", "max-keys", "encoding-type"];
const PART = ["partNumber", "uploadId"];

/** Operations; README.md lists the users of each. */
const ROUTES: readonly Route[] = [
  { method: "GET", level: "service", handle: listBuckets },
  { method: "HEAD", level: "bucket", handle: headBucket },
  { method: "GET", level: "bucket", needs: ["list-type"], allows: LIST, handle: listObjectsV2 },
  { method: "GET", level: "bucket", needs: ["versions"], allows: VERSION_LIST, handle: listObjectVersions },
  { method: "POST", level: "bucket", needs: ["delete"], handle: deleteObjects },
  { method: "GET", level: "object", allows: OVERRIDE_PARAMETERS, handle: getObject },
  { method: "HEAD", level: "object", allows: OVERRIDE_PARAMETERS, handle: headObject },
  { method: "PUT", level: "object", needs: PART, handle: uploadPart },
  { method: "PUT", level: "object", handle: putObject },
  { method: "DELETE", level: "object", needs: ["uploadId"], handle: abortMultipartUpload },
  { method: "DELETE", level: "object", handle: deleteObject },
  { method: "POST", level: "object", needs: ["uploads"], handle: createMultipartUpload },
  { method: "POST", level: "object", needs: ["uploadId"], handle: completeMultipartUpload },
];

/** Unsupported headers that must be rejected rather than ignored. */
const REFUSED = [
  /^x-amz-(object-lock-|tagging$|website-redirect-location$|write-offset-bytes$)/,
  /^x-amz-server-side-encryption-customer-algorithm$/,
  /^(x-amz-copy-source|x-amz-if-match-|if-unmodified-since$)/,
];
const REFUSED_WRITES = [...REFUSED, /^if-(none-)?match$/];

export async function handleRequest(method: string, request: S3Request) {
  const route = findRoute(method, request);
  refuseHeaders(method, request);
  if (request.bucket !== "") await request.store.requireBucket(request.bucket);
  return route.handle(request);
}

function findRoute(method: string, { bucket, key, query }: S3Request): Route {
  const level: Level = key !== "" ? "object" : bucket !== "" ? "bucket" : "service";
  const route = ROUTES.find(
    ({ needs = [], ...route }) =>
      route.method === method && route.level === level && needs.every((name) => query.has(name)),
  );
  if (!route) throw notImplemented(`This ${method} request for a ${level}`);
  const known = [...(route.needs ?? []), ...(route.allows ?? [])];
  const unknown = [...query.keys()].find((name) => !known.includes(name) && !isGeneral(name));
  if (unknown !== undefined) throw notImplemented(`The query parameter ${unknown}`);
  if ((query.get("list-type") ?? "2") !== "2") throw notImplemented("This version of listings");
  return route;
}

function refuseHeaders(method: string, { headers }: S3Request): void {
  const isRead = method === "GET" || method === "HEAD";
  const patterns = isRead ? REFUSED : REFUSED_WRITES;
  const refused = Object.keys(headers).find((name) => patterns.some((pattern) => pattern.test(name)));
  if (refused) throw notImplemented(`The header ${refused}`);
  // Browsers send If-Modified-Since together with If-None-Match, which takes precedence.
  if (isRead && headers["if-modified-since"] !== undefined && headers["if-none-match"] === undefined) {
    throw notImplemented("The header if-modified-since without if-none-match");
  }
}

function notImplemented(subject: string): S3Error {
  return new S3Error(
    "NotImplemented",
    `${subject} is not supported. For supported features, see local/s3/README.md.`,
  );
}

/** Returns whether a parameter belongs to the signature or is the operation name, which SDKs add for logging. */
function isGeneral(name: string): boolean {
  return name.toLowerCase().startsWith("x-amz-") || name === "x-id";
}
