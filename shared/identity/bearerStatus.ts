import type { Role } from "#shared/domain/role.ts";
import type { TokenClaims } from "#shared/identity/tokenClaims.ts";
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
  /** Role at the provider: of the membership or, if unknown, in the token. */
  providerRole: Role | null;
  /** True for the first member of the organization. */
  isFirst: boolean;
}

/** Returns the roles of a bearer in the organization of the token. */
export function rolesOf(
  { membership }: Pick<MembershipRecords, "membership">,
  claims: Pick<TokenClaims, "isMachine" | "issuedAt" | "role">,
): Pick<MembershipStatus, "setRole" | "providerRole"> {
  const { role: setRole = null, provider_role: mirrored, as_of = "" } = membership?.item ?? {};
  // A token from before the last change at the provider may state a role that its bearer no longer has.
  const isCurrent = claims.isMachine || !(claims.issuedAt < Math.floor(Date.parse(as_of) / 1000));
  return { setRole, providerRole: mirrored ?? (isCurrent ? (claims.role ?? null) : null) };
}
