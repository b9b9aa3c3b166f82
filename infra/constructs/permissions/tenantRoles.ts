import { PolicyDocument, Role } from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";
import type { Config } from "#infra/config.ts";
import { explainWildcards } from "#infra/constructs/acknowledge.ts";
import { type Location, prefixOf } from "#infra/names.ts";
import type { Grant } from "#shared/http/operations/contract.ts";
import { type Access, tenantGrants, tenantStatements } from "./grants.ts";
import { listTaggedFunctions } from "./listTaggedFunctions.ts";

/**
 * Returns the name of a tenant role, which lists its grants: `workspace-eu-tenant-lake-r-table-w`. Names have at most 64 letters, so
 * reading and writing are abbreviated.
 */
export function tenantRoleName(location: Location, grants: readonly Grant[]): string {
  return `${prefixOf(location)}-tenant-${grants.map((grant) => grant.replace(/:(r|w)(?:ead|rite)$/, "-$1").replace(":", "-")).join("-")}`;
}

/**
 * Creates a role for each set of grants that functions in a location have. Only functions in that location can assume it, with the
 * workspace as a session tag. Its permissions refer to that tag, so that a session can reach only that workspace.
 */
export function tenantRoles(
  scope: Construct,
  config: Config,
  location: Location,
  functions: readonly Access[],
): Role[] {
  const sets = new Map<string, Grant[]>();
  for (const access of functions) {
    const grants = tenantGrants(access);
    if (grants.length > 0) sets.set(tenantRoleName(location, grants), grants);
  }
  return [...sets].sort().map(([roleName, grants]) => {
    const statements = tenantStatements(config, location, grants);
    const role = new Role(scope, roleName, {
      roleName,
      description: `One workspace of ${location}: ${grants.join(", ")}`,
      assumedBy: listTaggedFunctions(config, location).withSessionTags(),
      inlinePolicies: { Tenant: new PolicyDocument({ statements }) },
    });
    explainWildcards(role, statements);
    return role;
  });
}
