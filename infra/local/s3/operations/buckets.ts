import { childText, parseXml } from "#infra/local/s3/protocol/parseXml.ts";
import { S3Error } from "#infra/local/s3/protocol/s3Error.ts";
import { type XmlElement, xmlDocument } from "#infra/local/s3/protocol/xml.ts";
import { isBucketName } from "#infra/local/s3/storage/objectPath.ts";
import { receiveText } from "./body.ts";
import type { S3Request, S3Response } from "./exchange.ts";

/** The region whose buckets have no location constraint. */
const UNCONSTRAINED_REGION = "us-east-1";
const MAX_DOCUMENT_BYTES = 64 * 1024;

export async function listBuckets({ store, owner }: S3Request): Promise<S3Response> {
  const buckets = (await store.buckets()).map(
    ({ name, created }): XmlElement => [
      "Bucket",
      [
        ["Name", name],
        ["CreationDate", created.toISOString()],
      ],
    ],
  );
  const body = xmlDocument("ListAllMyBucketsResult", [
    ["Buckets", buckets],
    ["Owner", [["ID", owner]]],
  ]);
  return { status: 200, body };
}

/** The endpoint stands for the region that the client signs for, so no other location may be asked of it. */
export async function createBucket(request: S3Request): Promise<S3Response> {
  const { store, bucket } = request;
  if (!isBucketName(bucket)) throw new S3Error("InvalidBucketName");
  const document = await receiveText(request, MAX_DOCUMENT_BYTES);
  const location = document === "" ? undefined : childText(parseXml(document), "LocationConstraint");
  if (location && location !== request.authentication.region) {
    throw new S3Error("IllegalLocationConstraintException");
  }
  if (await store.hasBucket(bucket)) throw new S3Error("BucketAlreadyOwnedByYou");
  await store.createBucket(bucket);
  return { status: 200, headers: { location: `/${bucket}` } };
}

export async function headBucket({ authentication }: S3Request): Promise<S3Response> {
  return { status: 200, headers: { "x-amz-bucket-region": authentication.region } };
}

export async function getBucketLocation({ authentication: { region } }: S3Request): Promise<S3Response> {
  return {
    status: 200,
    body: xmlDocument("LocationConstraint", region === UNCONSTRAINED_REGION ? "" : region),
  };
}
