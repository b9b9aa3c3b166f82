import { type XmlElement, xmlDocument } from "#local/s3/protocol/xml.ts";
import type { S3Request, S3Response } from "./exchange.ts";

/** Handles ListBuckets. */
export async function listBuckets({ store }: S3Request): Promise<S3Response> {
  const buckets = (await store.buckets()).map(
    ({ name, created }): XmlElement => [
      "Bucket",
      [
        ["Name", name],
        ["CreationDate", created.toISOString()],
      ],
    ],
  );
  return { status: 200, body: xmlDocument("ListAllMyBucketsResult", [["Buckets", buckets]]) };
}

/** Handles HeadBucket. */
export async function headBucket({ authentication }: S3Request): Promise<S3Response> {
  return { status: 200, headers: { "x-amz-bucket-region": authentication.region } };
}
