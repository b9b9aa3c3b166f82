import { PolicyDocument, Role } from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";
import type { Config } from "#infra/config.ts";
import { explainWildcards } from "#infra/constructs/acknowledge.ts";
import { type Place, prefixOf } from "#infra/names.ts";
import type { Grant } from "#shared/http/operations/contract.ts";
import { type Access, tenantGrants, tenantStatements } from "./grants.ts";
import { listTaggedFunctions } from "./listTaggedFunctions.ts";

/**
 * Returns the name of a tenant role, which lists its grants: `workspace-eu-tenant-lake-r-table-w`. Names have at most 64 letters, so
 * reading and writing are abbreviated.
 */
export function tenantRoleName(place: Place, grants: readonly Grant[]): string {
  return `${prefixOf(place)}-tenant-${grants.map((grant) => grant.replace(/:(r|w)(?:ead|rite)$/, "-$1").replace(":", "-")).join("-")}`;
}

/**
 * Creates a role for each set of grants that functions in a place have. Only functions in that place can assume it, with the
 * workspace as a session tag. Its permissions refer to that tag, so that a session can reach only that workspace.
 */
export function tenantRoles(
  scope: Construct,
  config: Config,
  place: Place,
  functions: readonly Access[],
): Role[] {
  const sets = new Map<string, Grant[]>();
  for (const access of functions) {
    const grants = tenantGrants(access);
    if (grants.length > 0) sets.set(tenantRoleName(place, grants), grants);
  }
  return [...sets].sort().map(([roleName, grants]) => {
    const statements = tenantStatements(config, place, grants);
    const role = new Role(scope, roleName, {
      roleName,
      description: `One workspace of ${place}: ${grants.join(", ")}`,
      assumedBy: listTaggedFunctions(config, place).withSessionTags(),
      inlinePolicies: { Tenant: new PolicyDocument({ statements }) },
    });
    explainWildcards(role, statements);
    return role;
  });
}
