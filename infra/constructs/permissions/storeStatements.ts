import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Config } from "#infra/config.ts";
import { awsRegionOf, bucketArn, type Location, names, tableArn } from "#infra/names.ts";
import { leadingKeys } from "./leadingKeys.ts";

const READ = ["dynamodb:BatchGetItem", "dynamodb:GetItem", "dynamodb:Query"];
const WRITE = [
  ...["dynamodb:BatchWriteItem", "dynamodb:ConditionCheckItem", "dynamodb:DeleteItem", "dynamodb:PutItem"],
  "dynamodb:UpdateItem",
];

/** Condition on the partition keys of items; a separate condition requires them to be present. */
const keysMatch = (keys: readonly string[]) => ({
  "ForAllValues:StringLike": { "dynamodb:LeadingKeys": [...keys] },
  Null: { "dynamodb:LeadingKeys": "false" },
});

/**
 * Allows reading (and writing) items in a location's table with matching partition keys. Scan is excluded because it has no keys.
 * "All values" is also true without any values, so keys must be present: all of these actions have them, even in batches and
 * transactions.
 */
export function itemStatement(
  config: Config,
  location: Location,
  access: "read" | "write",
  keys: readonly string[],
): PolicyStatement {
  return new PolicyStatement({
    actions: access === "read" ? READ : [...READ, ...WRITE],
    resources: [tableArn(config, location)],
    conditions: keysMatch(keys),
  });
}

/** Allows acquiring and releasing a workspace's leases through conditional writes. Reading them requires the read grant. */
export function leaseStatement(config: Config, location: Location): PolicyStatement {
  return new PolicyStatement({
    actions: ["dynamodb:DeleteItem", "dynamodb:PutItem"],
    resources: [tableArn(config, location)],
    conditions: keysMatch(leadingKeys.leases),
  });
}

/** Allows reading and writing the marks of frozen workspaces, and nothing else. */
export function freezeStatement(config: Config, location: Location): PolicyStatement {
  return new PolicyStatement({
    actions: ["dynamodb:BatchGetItem", "dynamodb:GetItem", "dynamodb:PutItem"],
    resources: [tableArn(config, location)],
    conditions: keysMatch(leadingKeys.frozen),
  });
}

/** Allows storing records of a workspace's requests, but neither reading nor changing them. */
export function auditStatement(config: Config, location: Location): PolicyStatement {
  return new PolicyStatement({
    actions: ["dynamodb:PutItem"],
    resources: [tableArn(config, location)],
    conditions: keysMatch(leadingKeys.audit),
  });
}

/** Allows adding to counters and reading them, and nothing else. */
export function counterStatement(
  config: Config,
  location: Location,
  keys: readonly string[],
): PolicyStatement {
  return new PolicyStatement({
    actions: ["dynamodb:UpdateItem"],
    resources: [tableArn(config, location)],
    conditions: keysMatch(keys),
  });
}

/**
 * Allows access to objects under a prefix (ending with "/") in a location's bucket. Listing distinguishes a missing object from a
 * forbidden one.
 */
export function objectStatements(
  config: Config,
  location: Location,
  access: "read" | "write",
  prefix: string,
): PolicyStatement[] {
  const bucket = bucketArn(config, location);
  const write = ["s3:AbortMultipartUpload", "s3:DeleteObject", "s3:PutObject"];
  return [
    new PolicyStatement({
      actions: access === "read" ? ["s3:GetObject"] : ["s3:GetObject", ...write],
      resources: [`${bucket}/${prefix}*`],
    }),
    new PolicyStatement({
      actions: ["s3:ListBucket"],
      resources: [bucket],
      conditions: { StringLike: { "s3:prefix": `${prefix}*` } },
    }),
  ];
}

/** Allows listing and deleting the versions of objects under a prefix in a bucket. Only an erasure needs this. */
export function eraseStatement(bucket: string, prefix: string): PolicyStatement[] {
  return [
    new PolicyStatement({
      actions: ["s3:DeleteObjectVersion"],
      resources: [`${bucket}/${prefix}*`],
    }),
    new PolicyStatement({
      actions: ["s3:ListBucketVersions"],
      resources: [bucket],
      conditions: { StringLike: { "s3:prefix": `${prefix}*` } },
    }),
  ];
}

/**
 * Allows using a location's key through its table and its bucket, never directly. Keys have no names, so the condition rather
 * than the resource selects the key.
 */
export function keyStatement(config: Config, location: Location): PolicyStatement {
  const awsRegion = awsRegionOf(config, location);
  return new PolicyStatement({
    actions: [
      ...["kms:Decrypt", "kms:DescribeKey", "kms:Encrypt", "kms:GenerateDataKey"],
      ...["kms:GenerateDataKeyWithoutPlaintext", "kms:ReEncryptFrom", "kms:ReEncryptTo"],
    ],
    resources: [`arn:aws:kms:${awsRegion}:${config.account}:key/*`],
    conditions: {
      "ForAnyValue:StringEquals": { "kms:ResourceAliases": names.keyAlias(location) },
      StringEquals: {
        "kms:ViaService": [`dynamodb.${awsRegion}.amazonaws.com`, `s3.${awsRegion}.amazonaws.com`],
      },
    },
  });
}
