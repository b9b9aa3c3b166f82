import { DomainError } from "@pdp/basics/errors";
import type { Role } from "./role.ts";

/** Caller of a request, identified by the verified token. */
export interface Caller {
  userId: string;
  /** Organization that the token is scoped to; null if the bearer has left the organization. */
  orgId: string | null;
  /** Organization named in the token, whether or not the bearer is still a member. */
  claimedOrgId: string | null;
  sessionId: string | null;
  isMachine: boolean;
  /** True for platform staff. Only staff can manage workspaces and access every workspace. */
  isStaff: boolean;
  /** Role in the workspaces of the organization `orgId`; manager for platform staff. */
  role: Role;
  /** Permissions listed in the token. Only those in `Permission` are interpreted. */
  permissions: readonly string[];
}

/** Permission required by some operations. */
export type Permission = "data:erase";

/** Throws a 403 unless the caller is staff or the token has the permission. */
export function requirePermission(caller: Caller, permission: Permission): void {
  if (caller.isStaff || caller.permissions.includes(permission)) return;
  throw new DomainError(
    "forbidden",
    "permission_missing",
    `Your token does not have the permission "${permission}". Ask an administrator of your organization to grant it, then sign in again.`,
  );
}

export function requireStaff(caller: Caller): void {
  if (caller.isStaff) return;
  throw new DomainError("forbidden", "staff_only", "Only platform staff may do this.");
}
