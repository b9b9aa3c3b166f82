import { RESULTS_FOLDER } from "#infra/names.ts";

/**
 * Partition keys to which each kind of grant gives access, as patterns for `dynamodb:LeadingKeys`. They repeat the store's
 * keys for IAM; a test compares them with the store.
 */
export const leadingKeys = {
  /** Workspace by name or ID. */
  workspaces: ["WORKSPACE", "WORKSPACE_NAME#*"],
  /** Mirror of the identity provider: users, memberships, organizations and their members, revoked sessions. */
  mirror: ["USER", "USER#*#MEMBERSHIP", "ORG#*", "SESSION#*"],
  /** Part of the mirror that every authenticated request may update, and the numbers of invalid tokens. */
  mirrorUpdates: [
    ...["USER", "USER#*#MEMBERSHIP", "ORG#*#MEMBER", "ORG#*#FIRST_MEMBER", "SESSION#*"],
    "INVALID_TOKENS#*",
  ],
  /** Numbers of invalid tokens by network address. */
  invalidTokens: ["INVALID_TOKENS#*"],
  /** All items in the platform's table. */
  platform: [
    ...["WORKSPACE", "WORKSPACE_NAME#*", "UNDER_WAY#WORKSPACE", "USER", "USER#*#MEMBERSHIP", "ORG#*"],
    ...["SESSION#*", "IDP_EVENT#*", "LOGIN_CODE#*", "INVALID_TOKENS#*"],
  ],
  /** Records of the workspace with which the session is tagged. */
  tenant: [`W#\${aws:PrincipalTag/workspace}`, `W#\${aws:PrincipalTag/workspace}#*`],
  /**
   * Leases of the workspace with which the session is tagged. They limit the workspace's concurrent work. Excludes its
   * history, tables, and other records.
   */
  leases: [`W#\${aws:PrincipalTag/workspace}#LEASE#*`],
  /** Marks of frozen workspaces. */
  frozen: ["W#*#FROZEN"],
  /** Records of requests of the workspace with which the session is tagged. */
  audit: [`W#\${aws:PrincipalTag/workspace}#AUDIT`, `W#\${aws:PrincipalTag/workspace}#AUDIT#END`],
  /** Number of requests of the workspace with which the session is tagged. */
  requestCount: [`W#\${aws:PrincipalTag/workspace}#REQUEST_COUNT`],
  /** Lists across the workspaces of a region: counters, and marks of running work. They contain only IDs and counts. */
  counters: ["TASK_COUNTER"],
  marks: [
    "UNDER_WAY#LOAD",
    "UNDER_WAY#TASK",
    "UNDER_WAY#QUERY",
    "UNDER_WAY#COMPACTION",
    "UNDER_WAY#ERASURE",
    "UNDER_WAY#TRANSFER",
  ],
  /** All workspaces in a region. */
  allTenants: [
    "W#*",
    "TASK_COUNTER",
    "UNDER_WAY#LOAD",
    "UNDER_WAY#TASK",
    "UNDER_WAY#QUERY",
    "UNDER_WAY#COMPACTION",
    "UNDER_WAY#ERASURE",
    "UNDER_WAY#TRANSFER",
  ],
};

/** Part of a bucket that belongs to the workspace with which the session is tagged. */
export const TENANT_PREFIX = `ws/\${aws:PrincipalTag/workspace}/`;

/** Part of a bucket that contains the results of the workspace with which the session is tagged; they expire. */
export const RESULT_PREFIX = `${RESULTS_FOLDER}\${aws:PrincipalTag/workspace}/`;
