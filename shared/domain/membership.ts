/** Whether a user belongs to an organization, as the platform's records mirror the identity provider's. */
export interface Membership {
  user_id: string;
  org_id: string;
  is_active: boolean;
  /** The moment whose state at the provider this is: an older state never replaces a newer one. */
  as_of: string;
  /** When the provider was last asked. */
  checked_at: string;
}
