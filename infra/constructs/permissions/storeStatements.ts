import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Config } from "#infra/config.ts";
import { awsRegionOf, bucketArn, names, type Place, tableArn } from "#infra/names.ts";
import { leadingKeys } from "./leadingKeys.ts";

const READ = ["dynamodb:BatchGetItem", "dynamodb:GetItem", "dynamodb:Query"];
const WRITE = [
  ...["dynamodb:BatchWriteItem", "dynamodb:ConditionCheckItem", "dynamodb:DeleteItem", "dynamodb:PutItem"],
  "dynamodb:UpdateItem",
];

/** Condition on items' partition keys; a separate condition requires their presence. */
const keysMatch = (keys: readonly string[]) => ({
  "ForAllValues:StringLike": { "dynamodb:LeadingKeys": [...keys] },
  Null: { "dynamodb:LeadingKeys": "false" },
});

/**
 * Allows reading (and writing) items of a place's table whose partition keys match. No Scan: it has no keys. "All
 * values" is also true without any, so keys must be present: all of these actions have them, also in batches and
 * transactions.
 */
export function itemStatement(
  config: Config,
  place: Place,
  access: "read" | "write",
  keys: readonly string[],
): PolicyStatement {
  return new PolicyStatement({
    actions: access === "read" ? READ : [...READ, ...WRITE],
    resources: [tableArn(config, place)],
    conditions: keysMatch(keys),
  });
}

/** Allows acquiring and releasing leases of a workspace by conditional writes. Reading them needs the grant to read. */
export function leaseStatement(config: Config, place: Place): PolicyStatement {
  return new PolicyStatement({
    actions: ["dynamodb:DeleteItem", "dynamodb:PutItem"],
    resources: [tableArn(config, place)],
    conditions: keysMatch(leadingKeys.leases),
  });
}

/**
 * Allows access to objects below a prefix (ending with "/") of a place's bucket. Listing distinguishes a missing object
 * from a forbidden one.
 */
export function objectStatements(
  config: Config,
  place: Place,
  access: "read" | "write",
  prefix: string,
): PolicyStatement[] {
  const bucket = bucketArn(config, place);
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

/** Allows listing and deleting the versions of objects below a prefix of a bucket. Only an erasure needs it. */
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
 * Allows using a place's key through its table and its bucket, never directly. Keys have no names of their own, so the
 * condition, not the resource, selects the key.
 */
export function keyStatement(config: Config, place: Place): PolicyStatement {
  const awsRegion = awsRegionOf(config, place);
  return new PolicyStatement({
    actions: [
      ...["kms:Decrypt", "kms:DescribeKey", "kms:Encrypt", "kms:GenerateDataKey"],
      ...["kms:GenerateDataKeyWithoutPlaintext", "kms:ReEncryptFrom", "kms:ReEncryptTo"],
    ],
    resources: [`arn:aws:kms:${awsRegion}:${config.account}:key/*`],
    conditions: {
      "ForAnyValue:StringEquals": { "kms:ResourceAliases": names.keyAlias(place) },
      StringEquals: {
        "kms:ViaService": [`dynamodb.${awsRegion}.amazonaws.com`, `s3.${awsRegion}.amazonaws.com`],
      },
    },
  });
}
