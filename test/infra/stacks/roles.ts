import { type Access, tenantGrants } from "#infra/constructs/permissions/grants.ts";
import { tenantRoleName } from "#infra/constructs/permissions/tenantRoles.ts";
import type { Statement } from "./simulatePolicy.ts";
import { ofType, type Resource, type SynthesizedStack } from "./synthesized.ts";

export interface RoleOfTemplate {
  name: string;
  stack: string;
  trust: (Statement & { Principal: unknown })[];
  statements: Statement[];
  managed: unknown[];
}

/** Returns all roles by name, with their inline and attached policies. */
export function rolesOf(stacks: readonly SynthesizedStack[]): Map<string, RoleOfTemplate> {
  const roles = new Map<string, RoleOfTemplate>();
  for (const { stack, id, resource } of ofType(stacks, "AWS::IAM::Role")) {
    const { RoleName, AssumeRolePolicyDocument, ManagedPolicyArns = [] } = resource.Properties ?? {};
    const name = typeof RoleName === "string" ? RoleName : `${stack.name}/${id}`;
    roles.set(name, {
      name,
      stack: stack.name,
      trust: AssumeRolePolicyDocument.Statement,
      statements: [...inline(resource), ...attachedStatements(stack, id)],
      managed: ManagedPolicyArns,
    });
  }
  return roles;
}

function inline(resource: Resource): Statement[] {
  const policies = (resource.Properties?.Policies ?? []) as { PolicyDocument: { Statement: Statement[] } }[];
  return policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
}

function attachedStatements(stack: SynthesizedStack, roleId: string): Statement[] {
  return ofType([stack], "AWS::IAM::Policy")
    .filter(({ resource }) =>
      ((resource.Properties?.Roles ?? []) as { Ref?: string }[]).some(({ Ref }) => Ref === roleId),
    )
    .flatMap(({ resource }) => (resource.Properties?.PolicyDocument.Statement ?? []) as Statement[]);
}

/** Role of a function, and the role that it assumes for a workspace. */
export function rolesOfFunction(
  roles: Map<string, RoleOfTemplate>,
  roleName: string,
  access: Access,
): { ownStatements: Statement[]; tenant: Statement[] } {
  const grants = tenantGrants(access);
  const ownRole = roles.get(roleName);
  if (!ownRole) throw new Error(`There is no role ${roleName}`);
  if (grants.length === 0) return { ownStatements: ownRole.statements, tenant: [] };
  const tenant = roles.get(tenantRoleName(access.location, grants));
  if (!tenant) throw new Error(`There is no tenant role for ${grants.join(", ")} at ${access.location}`);
  return { ownStatements: ownRole.statements, tenant: tenant.statements };
}
