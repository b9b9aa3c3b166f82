import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Config } from "#infra/config.ts";
import { bucketArn, names, type RegionName, type SqlTier } from "#infra/names.ts";
import { TENANT_PREFIX } from "./leadingKeys.ts";

/** Name prefix of a workspace's Glue database, before its ID. */
export const DATABASE_PREFIX = "workspace_";
const DATABASE = `${DATABASE_PREFIX}\${aws:PrincipalTag/workspace}`;

/**
 * Returns the permissions to run SQL for one workspace. The embedded engine only reads objects. Athena reads and writes with
 * the caller's credentials, so it also has access to only that workspace.
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
    // Athena looks up this database before every query, whichever tables the query reads.
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
    // Lists of the files that make up a table.
    new PolicyStatement({ actions: ["s3:PutObject"], resources: [`${lake}/${TENANT_PREFIX}sql/*`] }),
  ];
}

/** Allows removing a workspace's SQL declarations. Glue requires permissions for everything that a database may contain. */
export function dropStatements(config: Config, region: RegionName): PolicyStatement[] {
  if (!usesAthena(config)) return [];
  const contents = [`table/${DATABASE}/*`, `userDefinedFunction/${DATABASE}/*`];
  return [
    new PolicyStatement({
      actions: ["glue:DeleteDatabase"],
      resources: glueResources(config, region, "catalog", `database/${DATABASE}`, ...contents),
    }),
  ];
}

/** Returns whether queries (or all but small ones) run on Athena, which LocalStack does not provide. */
export function usesAthena({ sql, target }: Config): boolean {
  return sql.engine !== "duckdb" && target === "aws";
}

/** Returns the tier that differs from the default, and the workspaces with queries that run in it. */
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
