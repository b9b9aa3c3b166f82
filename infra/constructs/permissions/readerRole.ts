import { PolicyDocument, PolicyStatement, Role } from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";
import type { Config } from "#infra/config.ts";
import { explainWildcards } from "#infra/constructs/acknowledge.ts";
import { bucketArn, type Location, prefixOf, type RegionName, roleArn } from "#infra/names.ts";
import { TENANT_PREFIX } from "./leadingKeys.ts";
import { listTaggedFunctions } from "./listTaggedFunctions.ts";
import { keyStatement } from "./storeStatements.ts";

/** Workspace objects that tools may read: table rows, and the metadata that describes them in the Iceberg format. */
export const READABLE_OBJECTS = ["loads/*.parquet", "tables/*/iceberg/*", "tables/*/merged/*.parquet"];

export function readerRoleName(location: Location): string {
  return `${prefixOf(location)}-reader`;
}

/**
 * Creates the role for tools that read tables as Iceberg tables. A session is tagged with a workspace and can read only its
 * tables: no uploads, artifacts, results or records.
 */
export function readerRole(scope: Construct, config: Config, region: RegionName): Role {
  const statements = [
    new PolicyStatement({
      actions: ["s3:GetObject"],
      resources: READABLE_OBJECTS.map((objects) => `${bucketArn(config, region)}/${TENANT_PREFIX}${objects}`),
    }),
    keyStatement(config, region),
  ];
  const roleName = readerRoleName(region);
  const role = new Role(scope, roleName, {
    roleName,
    description: `Tools that read the tables of one workspace in ${region}`,
    assumedBy: listTaggedFunctions(config, region).withSessionTags(),
    inlinePolicies: { Reader: new PolicyDocument({ statements }) },
  });
  explainWildcards(role, statements);
  return role;
}

/** Allows opening sessions for tools that read tables. */
export function assumeReaderStatements(config: Config, location: Location): PolicyStatement[] {
  return [
    new PolicyStatement({
      actions: ["sts:AssumeRole", "sts:TagSession"],
      resources: [roleArn(config, readerRoleName(location))],
    }),
  ];
}
