import type { Role } from "./role.ts";

/** Membership of a user in an organization, mirrored from the identity provider. */
export interface Membership {
  user_id: string;
  org_id: string;
  is_active: boolean;
  /** Role that a manager has set; ends with the membership. */
  role?: Role;
  /** Role at the provider, if it is one of the platform's. */
  provider_role?: Role;
  /** Start of the membership; absent for machines, and in records of earlier versions. */
  member_since?: string;
  /** Time of the provider state mirrored here; an older state never replaces a newer one. */
  as_of: string;
  /** Time of the last query to the provider. */
  checked_at: string;
}

/** Returns a membership without its roles, which end with it. */
export function withoutRoles({ role: _, provider_role: __, ...membership }: Membership): Membership {
  return membership;
}
