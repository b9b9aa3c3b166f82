import {
  createBucket,
  getBucketLocation,
  headBucket,
  listBuckets,
} from "#infra/local/s3/operations/buckets.ts";
import { completeMultipartUpload } from "#infra/local/s3/operations/completeUpload.ts";
import { copyObject } from "#infra/local/s3/operations/copyObject.ts";
import { deleteObjects } from "#infra/local/s3/operations/deleteObjects.ts";
import type { Handler, S3Request } from "#infra/local/s3/operations/exchange.ts";
import { listObjectsV2 } from "#infra/local/s3/operations/listObjects.ts";
import { listMultipartUploads, listParts } from "#infra/local/s3/operations/listUploads.ts";
import {
  abortMultipartUpload,
  createMultipartUpload,
  uploadPart,
  uploadPartCopy,
} from "#infra/local/s3/operations/multipartUpload.ts";
import { getObject, headObject, OVERRIDE_PARAMETERS } from "#infra/local/s3/operations/readObject.ts";
import { deleteObject, putObject } from "#infra/local/s3/operations/writeObject.ts";
import { S3Error } from "#infra/local/s3/protocol/s3Error.ts";

type Level = "service" | "bucket" | "object";

interface Route {
  method: string;
  level: Level;
  handle: Handler;
  /** Query parameters that make a request this operation; the first route whose needs are met is taken. */
  needs: readonly string[];
  /** A header that it needs as well. */
  header?: string;
  /** Query parameters that it understands beyond those: a request with others is answered NotImplemented. */
  allows: readonly string[];
  /** Whether it works without the bucket. */
  createsBucket?: boolean;
}

const LIST_OBJECTS = [
  "prefix",
  "delimiter",
  "continuation-token",
  "start-after",
  "max-keys",
  "encoding-type",
  "fetch-owner",
];
const LIST_UPLOADS = ["prefix", "key-marker", "upload-id-marker", "max-uploads", "encoding-type"];
const LIST_PARTS = ["max-parts", "part-number-marker", "encoding-type"];
const COPY_SOURCE = "x-amz-copy-source";

const ROUTES: readonly Route[] = [
  { method: "GET", level: "service", needs: [], allows: [], handle: listBuckets },
  { method: "PUT", level: "bucket", needs: [], allows: [], handle: createBucket, createsBucket: true },
  { method: "HEAD", level: "bucket", needs: [], allows: [], handle: headBucket },
  { method: "GET", level: "bucket", needs: ["location"], allows: [], handle: getBucketLocation },
  { method: "GET", level: "bucket", needs: ["list-type"], allows: LIST_OBJECTS, handle: listObjectsV2 },
  { method: "GET", level: "bucket", needs: ["uploads"], allows: LIST_UPLOADS, handle: listMultipartUploads },
  { method: "POST", level: "bucket", needs: ["delete"], allows: [], handle: deleteObjects },
  { method: "GET", level: "object", needs: ["uploadId"], allows: LIST_PARTS, handle: listParts },
  { method: "GET", level: "object", needs: [], allows: OVERRIDE_PARAMETERS, handle: getObject },
  { method: "HEAD", level: "object", needs: [], allows: OVERRIDE_PARAMETERS, handle: headObject },
  {
    method: "PUT",
    level: "object",
    needs: ["partNumber", "uploadId"],
    header: COPY_SOURCE,
    allows: [],
    handle: uploadPartCopy,
  },
  { method: "PUT", level: "object", needs: ["partNumber", "uploadId"], allows: [], handle: uploadPart },
  { method: "PUT", level: "object", needs: [], header: COPY_SOURCE, allows: [], handle: copyObject },
  { method: "PUT", level: "object", needs: [], allows: [], handle: putObject },
  { method: "DELETE", level: "object", needs: ["uploadId"], allows: [], handle: abortMultipartUpload },
  { method: "DELETE", level: "object", needs: [], allows: [], handle: deleteObject },
  { method: "POST", level: "object", needs: ["uploads"], allows: [], handle: createMultipartUpload },
  { method: "POST", level: "object", needs: ["uploadId"], allows: [], handle: completeMultipartUpload },
];

export async function handleRequest(method: string, request: S3Request) {
  const route = findRoute(method, request);
  if (request.bucket !== "" && !route.createsBucket) await request.store.requireBucket(request.bucket);
  return route.handle(request);
}

function findRoute(method: string, { bucket, key, query, headers }: S3Request): Route {
  const level: Level = key !== "" ? "object" : bucket !== "" ? "bucket" : "service";
  const ofLevel = ROUTES.filter((route) => route.level === level);
  const candidates = ofLevel.filter((route) => route.method === method);
  const route = candidates.find(
    ({ needs, header }) =>
      needs.every((name) => query.has(name)) && (header === undefined || headers[header] !== undefined),
  );
  if (!route) throw new S3Error(candidates.length > 0 ? "NotImplemented" : "MethodNotAllowed");
  const unknown = [...query.keys()].find(
    (name) => !route.needs.includes(name) && !route.allows.includes(name) && !isGeneral(name),
  );
  if (unknown !== undefined)
    throw new S3Error("NotImplemented", `The query parameter ${unknown} is not supported.`);
  if (query.has("list-type") && query.get("list-type") !== "2") throw new S3Error("NotImplemented");
  return route;
}

/** Parameters of the signature, and the operation's name, which SDKs add for logs. */
function isGeneral(name: string): boolean {
  return name.toLowerCase().startsWith("x-amz-") || name === "x-id";
}
