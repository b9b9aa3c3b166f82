import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Config } from "#infra/config.ts";
import { bucketArn, names, type RegionName, type SqlTier } from "#infra/names.ts";
import { TENANT_PREFIX } from "./leadingKeys.ts";

/** A workspace's Glue database is named by this and its id. */
export const DATABASE_PREFIX = "workspace_";
const DATABASE = `${DATABASE_PREFIX}\${aws:PrincipalTag/workspace}`;

/**
 * What a function needs to run SQL for one workspace. The embedded engine reads objects, and needs nothing else. Athena reads
 * and writes with the credentials of who asks: so it, too, reaches that workspace alone.
 */
export function sqlStatements(config: Config, region: RegionName): PolicyStatement[] {
  if (!usesAthena(config)) return [];
  const results = `arn:aws:s3:::${names.resultBucket(config, region)}`;
  const lake = bucketArn(config, region);
  return [
    ...workgroupStatements(config, region),
    new PolicyStatement({
      actions: [
        ...["glue:CreateDatabase", "glue:CreateTable", "glue:DeleteTable", "glue:GetDatabase"],
        ...["glue:GetPartitions", "glue:GetTable", "glue:GetTables"],
      ],
      resources: glueResources(config, region, "catalog", `database/${DATABASE}`, `table/${DATABASE}/*`),
    }),
    // Athena looks for this one before every query, wherever the query's tables are.
    new PolicyStatement({
      actions: ["glue:GetDatabase"],
      resources: glueResources(config, region, "database/default"),
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

/** Removes what a workspace's SQL has declared. Glue asks for the right to all that a database may hold. */
export function dropStatements(config: Config, region: RegionName): PolicyStatement[] {
  if (!usesAthena(config)) return [];
  const held = [`table/${DATABASE}/*`, `userDefinedFunction/${DATABASE}/*`];
  return [
    new PolicyStatement({
      actions: ["glue:DeleteDatabase"],
      resources: glueResources(config, region, "catalog", `database/${DATABASE}`, ...held),
    }),
  ];
}

/** Whether queries run on Athena; LocalStack has none. */
export function usesAthena({ sql, target }: Config): boolean {
  return sql.engine === "athena" && target === "aws";
}

/** The workspaces whose queries run in another tier than those of all others, and that tier. */
export function exceptionalTier({ sql }: Config): { tier: SqlTier; workspaces: string[] } | null {
  const isException = sql.tier !== "large" && sql.largeWorkspaces.length > 0;
  return isException ? { tier: "large", workspaces: sql.largeWorkspaces } : null;
}

function workgroupStatements(config: Config, region: RegionName): PolicyStatement[] {
  const statement = (tier: SqlTier, conditions?: Record<string, unknown>): PolicyStatement =>
    new PolicyStatement({
      actions: ["athena:GetQueryExecution", "athena:StartQueryExecution", "athena:StopQueryExecution"],
      resources: [
        `arn:aws:athena:${config.regions[region]}:${config.account}:workgroup/${names.workgroup(region, tier)}`,
      ],
      ...(conditions ? { conditions } : {}),
    });
  const other = exceptionalTier(config);
  return [
    statement(config.sql.tier),
    ...(other
      ? [statement(other.tier, { StringEquals: { "aws:PrincipalTag/workspace": other.workspaces } })]
      : []),
  ];
}

function glueResources(config: Config, region: RegionName, ...resources: string[]): string[] {
  return resources.map((resource) => `arn:aws:glue:${config.regions[region]}:${config.account}:${resource}`);
}
