/**
 * The partition keys that each kind of grant opens, as patterns of `dynamodb:LeadingKeys`. They say of the store's keys what
 * IAM has to know; a test compares them with the store.
 */
export const leadingKeys = {
  /** A workspace by its name or id. */
  workspaces: ["WORKSPACE", "WORKSPACE_NAME#*"],
  /** The mirror of the identity provider: users, memberships, organizations and their members, revoked sessions. */
  mirror: ["USER", "USER#*#MEMBERSHIP", "ORG#*", "SESSION#*"],
  /** What every authenticated request may bring up to date in the mirror. */
  mirrorUpdates: ["USER", "USER#*#MEMBERSHIP", "ORG#*#MEMBER", "SESSION#*"],
  /** Everything of the platform's table. */
  platform: [
    ...["WORKSPACE", "WORKSPACE_NAME#*", "UNDER_WAY#WORKSPACE", "USER", "USER#*#MEMBERSHIP", "ORG#*"],
    ...["SESSION#*", "IDP_EVENT#*", "LOGIN_CODE#*"],
  ],
  /** The records of the workspace that the session is tagged with. */
  tenant: [`W#\${aws:PrincipalTag/workspace}`, `W#\${aws:PrincipalTag/workspace}#*`],
  /** Of these what limits the work that it has under way: no history, no table, no other record. */
  leases: [`W#\${aws:PrincipalTag/workspace}#LEASE#*`],
  /** Lists over the workspaces of a region: counters, and marks of work under way. They hold ids and counts alone. */
  counters: ["TASK_COUNTER"],
  marks: ["UNDER_WAY#LOAD", "UNDER_WAY#TASK"],
  /** All workspaces of a region. */
  allTenants: ["W#*", "TASK_COUNTER", "UNDER_WAY#LOAD", "UNDER_WAY#TASK"],
};

/** The part of a bucket that belongs to the workspace that the session is tagged with. */
export const TENANT_PREFIX = `ws/\${aws:PrincipalTag/workspace}/`;
