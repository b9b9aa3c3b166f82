import { DomainError } from "@pdp/basics/errors";
import * as v from "valibot";

/** Roles of a workspace's members, each with the rights of those before it. */
export const ROLES = ["reader", "scientist", "manager"] as const;
export const Role = v.picklist(ROLES);
export type Role = (typeof ROLES)[number];

/** Caller whose role is known. */
interface Bearer {
  userId: string;
  role: Role;
}

/** Facts that determine a member's role. */
export interface RoleFacts {
  isStaff: boolean;
  /** Role that a manager has set in the workspace. */
  setRole: Role | null;
  /** Role according to the identity provider: of the membership or, if unknown, in the token. */
  providerRole: Role | null;
  /** True for the first member of the workspace. */
  isFirst: boolean;
}

/** Returns the role of a member: a role set in the workspace takes precedence over that from the identity provider. */
export function roleOf({ isStaff, setRole, providerRole, isFirst }: RoleFacts): Role {
  if (isStaff) return "manager";
  return setRole ?? providerRole ?? (isFirst ? "manager" : "scientist");
}

/** Returns the role that a text names; null for any other text, such as a role that only the identity provider knows. */
export function roleFrom(text: unknown): Role | null {
  return v.is(Role, text) ? text : null;
}

export function hasRole(role: Role, required: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(required);
}

/** Tells whether an operation of members changes something: unlike `GET`, and unlike what readers may do. */
export function isChange({ role, method }: { role?: Role | undefined; method: string }): boolean {
  return method !== "GET" && role !== "reader";
}

/** Throws a 403 unless the caller has at least the required role. */
export function requireRole({ role }: Pick<Bearer, "role">, required: Role): void {
  if (hasRole(role, required)) return;
  throw new DomainError(
    "forbidden",
    "role_required",
    `This requires the role ${required}, and your role in this workspace is ${role}. A manager of the workspace or platform staff can change it.`,
  );
}

/** Throws a 403 unless a piece of work is the caller's, or the caller is a manager. */
export function requireAuthorOrManager(
  { userId, role }: Bearer,
  verb: "archive" | "undo" | "delete",
  what: string,
  work: { id: string; created_by: string },
): void {
  if (work.created_by === userId || role === "manager") return;
  throw new DomainError(
    "forbidden",
    "role_required",
    `The ${what} ${work.id} was created by another member (${work.created_by}). You need the role manager to ${verb} it, but your role in this workspace is ${role}. Ask its author or a manager of the workspace; a manager or platform staff can change your role.`,
  );
}
