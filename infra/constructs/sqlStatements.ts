import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Config } from "../config.ts";
import { bucketArn, names, type RegionName } from "../names.ts";
import { TENANT_PREFIX } from "./leadingKeys.ts";

/** A workspace's Glue database is named by this and its id. */
export const DATABASE_PREFIX = "workspace_";
const DATABASE = `${DATABASE_PREFIX}\${aws:PrincipalTag/workspace}`;

/**
 * What a function needs to run SQL for one workspace. The embedded engine reads objects, and needs nothing else. Athena reads
 * and writes with the credentials of who asks: so it, too, reaches that workspace alone.
 */
export function sqlStatements(config: Config, region: RegionName): PolicyStatement[] {
  if (config.sql.engine !== "athena" || config.target !== "aws") return [];
  const place = `${config.regions[region]}:${config.account}`;
  const results = `arn:aws:s3:::${names.resultBucket(config, region)}`;
  const lake = bucketArn(config, region);
  return [
    new PolicyStatement({
      actions: ["athena:GetQueryExecution", "athena:StartQueryExecution", "athena:StopQueryExecution"],
      resources: [`arn:aws:athena:${place}:workgroup/${names.workgroup(region, config.sql.tier)}`],
    }),
    new PolicyStatement({
      actions: [
        ...["glue:CreateDatabase", "glue:CreateTable", "glue:GetDatabase", "glue:GetPartitions"],
        "glue:GetTable",
      ],
      resources: [
        `arn:aws:glue:${place}:catalog`,
        `arn:aws:glue:${place}:database/${DATABASE}`,
        `arn:aws:glue:${place}:table/${DATABASE}/*`,
      ],
    }),
    new PolicyStatement({
      actions: [
        ...["s3:AbortMultipartUpload", "s3:DeleteObject", "s3:GetObject", "s3:ListMultipartUploadParts"],
        "s3:PutObject",
      ],
      resources: [`${results}/${TENANT_PREFIX}*`],
    }),
    new PolicyStatement({
      actions: ["s3:ListBucket"],
      resources: [results],
      conditions: { StringLike: { "s3:prefix": `${TENANT_PREFIX}*` } },
    }),
    new PolicyStatement({ actions: ["s3:GetBucketLocation"], resources: [results, lake] }),
    // The lists of files that make up a table.
    new PolicyStatement({ actions: ["s3:PutObject"], resources: [`${lake}/${TENANT_PREFIX}sql/*`] }),
  ];
}
