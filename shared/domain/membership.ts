/** Membership of a user in an organization, mirrored from the identity provider. */
export interface Membership {
  user_id: string;
  org_id: string;
  is_active: boolean;
  /** Time of the provider state mirrored here; an older state never replaces a newer one. */
  as_of: string;
  /** Time of the last query to the provider. */
  checked_at: string;
}
