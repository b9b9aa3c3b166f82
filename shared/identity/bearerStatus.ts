import type { Role } from "#shared/domain/role.ts";
import type { MembershipRecords } from "#shared/store/identities.ts";

/** Current status of the bearer of a verified token. */
export interface MembershipStatus {
  isUserKnown: boolean;
  isSessionRevoked: boolean;
  /** True if the bearer is a member of the organization in the token. */
  isMember: boolean;
  /** True for a member of the staff organization, whichever organization the token names. */
  isStaff: boolean;
  /** Role that a manager has set in the workspace of the organization. */
  setRole: Role | null;
  /** Role at the provider, if the mirror knows it. */
  providerRole: Role | null;
  /** True for the first member of the organization. */
  isFirst: boolean;
}

/** Returns the roles of a bearer in the organization of the token. */
export function rolesOf({
  membership,
}: MembershipRecords): Pick<MembershipStatus, "setRole" | "providerRole"> {
  return { setRole: membership?.item.role ?? null, providerRole: membership?.item.provider_role ?? null };
}
