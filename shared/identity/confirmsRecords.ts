import type { MembershipRecords } from "#shared/store/identities.ts";

/** Data that the provider returns about a user; `ownMembership` and `staff` are the user's active memberships. */
export interface ProviderStatus {
  user: object | null;
  ownMembership: object | undefined;
  staff: object | undefined;
  isSessionOver: boolean;
}

/** Returns whether the provider's data about a user matches the mirror's records, in which case no access rights change. */
export function confirmsRecords(records: MembershipRecords, status: ProviderStatus): boolean {
  const { user, ownMembership, staff, isSessionOver } = status;
  return (
    records.user?.item.is_deleted === false &&
    user !== null &&
    !isSessionOver &&
    isActive(records) === (ownMembership !== undefined) &&
    isActive(records.staff) === (staff !== undefined)
  );
}

function isActive({ membership }: Pick<MembershipRecords, "membership">): boolean {
  return membership?.item.is_active === true;
}
