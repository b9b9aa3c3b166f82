import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Config } from "#infra/config.ts";
import { awsRegionOf, bucketArn, names, type Place, tableArn } from "#infra/names.ts";
import { leadingKeys } from "./leadingKeys.ts";

const READ = ["dynamodb:BatchGetItem", "dynamodb:GetItem", "dynamodb:Query"];
const WRITE = [
  ...["dynamodb:BatchWriteItem", "dynamodb:ConditionCheckItem", "dynamodb:DeleteItem", "dynamodb:PutItem"],
  "dynamodb:UpdateItem",
];

/** Which items' partition keys match; that the keys are there has to be asked for itself. */
const keysMatch = (keys: readonly string[]) => ({
  "ForAllValues:StringLike": { "dynamodb:LeadingKeys": [...keys] },
  Null: { "dynamodb:LeadingKeys": "false" },
});

/**
 * Reads (and writes) items of a place's table whose partition keys match. No Scan: it knows no keys. "All values" holds of none
 * as well, so that the keys have to be there: every one of these actions has them, in batches and transactions too.
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

/** Takes and gives back the leases of a workspace, each by one conditional write. Who reads them needs the right to read. */
export function leaseStatement(config: Config, place: Place): PolicyStatement {
  return new PolicyStatement({
    actions: ["dynamodb:DeleteItem", "dynamodb:PutItem"],
    resources: [tableArn(config, place)],
    conditions: keysMatch(leadingKeys.leases),
  });
}

/** Objects below a prefix (which ends with "/") of a place's bucket. A list tells a missing object from a forbidden one. */
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

/**
 * The use of a place's key through its table and its bucket, never directly. Keys have no names of their own, so that the
 * condition, not the resource, says which one is meant.
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
