import { Duration, RemovalPolicy, Stack, Validations } from "aws-cdk-lib";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { IKey } from "aws-cdk-lib/aws-kms";
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type BucketProps,
  type CorsRule,
  HttpMethods,
  type IBucket,
  type LifecycleRule,
  ObjectOwnership,
} from "aws-cdk-lib/aws-s3";
import type { Construct } from "constructs";
import { RESULTS_FOLDER } from "#infra/names.ts";
import { BACKUP_DAYS } from "#shared/domain/erasures/erasure.ts";
import { acknowledge } from "./acknowledge.ts";

const PRIVATE = { blockPublicAccess: BlockPublicAccess.BLOCK_ALL, enforceSSL: true } satisfies BucketProps;

/** Query results are fetched within a minute and can be recomputed. */
const RESULTS_EXPIRE: LifecycleRule = {
  id: "Results",
  prefix: RESULTS_FOLDER,
  expiration: Duration.days(1),
  noncurrentVersionExpiration: Duration.days(1),
};

/**
 * Lets browser pages use signed URLs. An API at another origin redirects to them, so the browser sends the origin `null`; the
 * URL itself is the credential.
 */
const SIGNED_URLS: CorsRule = {
  allowedMethods: [HttpMethods.GET, HttpMethods.HEAD, HttpMethods.PUT],
  allowedOrigins: ["*"],
  // Redirects repeat the headers of the request to the API.
  allowedHeaders: ["api-compatibility", "content-type", "range"],
  exposedHeaders: ["content-disposition", "content-length", "content-range", "etag"],
  maxAge: 7200,
};

/**
 * Creates a bucket for objects that must not be lost: each version is kept for six weeks after deletion, and the bucket
 * forever.
 */
export function keptBucket(
  scope: Construct,
  id: string,
  props: { bucketName: string; encryptionKey: IKey; logBucket: IBucket; hasResults: boolean },
): Bucket {
  return new Bucket(scope, id, {
    ...PRIVATE,
    bucketName: props.bucketName,
    encryption: BucketEncryption.KMS,
    encryptionKey: props.encryptionKey,
    // Uses one call to the key service for many objects.
    bucketKeyEnabled: true,
    versioned: true,
    serverAccessLogsBucket: props.logBucket,
    serverAccessLogsPrefix: `${id.toLowerCase()}/`,
    removalPolicy: RemovalPolicy.RETAIN,
    lifecycleRules: [
      {
        id: "IncompleteUploads",
        abortIncompleteMultipartUploadAfter: Duration.days(2),
        noncurrentVersionExpiration: Duration.days(BACKUP_DAYS),
        expiredObjectDeleteMarker: true,
      },
      ...(props.hasResults ? [RESULTS_EXPIRE] : []),
    ],
    ...(props.hasResults ? { cors: [SIGNED_URLS] } : {}),
  });
}

/** Creates a bucket for objects that can be recreated; they expire after a number of days. */
export function expiringBucket(
  scope: Construct,
  id: string,
  props: { bucketName: string; days: number; logBucket: IBucket },
): Bucket {
  return new Bucket(scope, id, {
    ...PRIVATE,
    bucketName: props.bucketName,
    encryption: BucketEncryption.S3_MANAGED,
    serverAccessLogsBucket: props.logBucket,
    serverAccessLogsPrefix: `${id.toLowerCase()}/`,
    removalPolicy: RemovalPolicy.RETAIN,
    lifecycleRules: [
      { expiration: Duration.days(props.days), abortIncompleteMultipartUploadAfter: Duration.days(1) },
    ],
  });
}

/**
 * Creates a bucket for site files that each deployment rewrites. Overwritten files can be restored for as long as objects can.
 */
export function siteBucket(
  scope: Construct,
  id: string,
  props: { bucketName: string; logBucket: IBucket },
): Bucket {
  const bucket = new Bucket(scope, id, {
    ...PRIVATE,
    bucketName: props.bucketName,
    encryption: BucketEncryption.S3_MANAGED,
    versioned: true,
    serverAccessLogsBucket: props.logBucket,
    serverAccessLogsPrefix: `${id.toLowerCase()}/`,
    removalPolicy: RemovalPolicy.RETAIN,
    lifecycleRules: [
      {
        abortIncompleteMultipartUploadAfter: Duration.days(1),
        noncurrentVersionExpiration: Duration.days(BACKUP_DAYS),
      },
    ],
  });
  return withForeignLogs(bucket);
}

/** Acknowledges that a bucket sends its access logs to a bucket in another stack. */
export function withForeignLogs(bucket: Bucket): Bucket {
  Validations.of(bucket).acknowledge({
    id: "Annotation::@aws-cdk/aws-s3:accessLogsPolicyNotAdded",
    reason: "The log bucket accepts deliveries from this account's log service.",
  });
  return bucket;
}

/** Creates the bucket for access logs of the other buckets and of the edge. */
export function logBucket(scope: Construct, bucketName: string, days: number): Bucket {
  const bucket = new Bucket(scope, "Logs", {
    ...PRIVATE,
    bucketName,
    encryption: BucketEncryption.S3_MANAGED,
    // The edge needs an access control list to write its logs.
    objectOwnership: ObjectOwnership.BUCKET_OWNER_PREFERRED,
    removalPolicy: RemovalPolicy.RETAIN,
    lifecycleRules: [{ expiration: Duration.days(days) }],
  });
  bucket.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal("logging.s3.amazonaws.com")],
      actions: ["s3:PutObject"],
      resources: [bucket.arnForObjects("*")],
      conditions: { StringEquals: { "aws:SourceAccount": Stack.of(scope).account } },
    }),
  );
  acknowledge(bucket, {
    S1: "It stores the access logs of the other buckets. Logging its access would create an endless loop.",
  });
  return bucket;
}
