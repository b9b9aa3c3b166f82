import { leadingKeys } from "#infra/constructs/permissions/leadingKeys.ts";
import { sortableId } from "#shared/domain/id.ts";

const SESSION_TAG = `\${aws:PrincipalTag/workspace}`;

/** Tells whether a list contains records of this workspace only; on AWS, a session for the workspace can read the same lists. */
export function isWorkspaceList(workspaceId: string, pk: string): boolean {
  return leadingKeys.tenant
    .map((pattern) => pattern.replace(SESSION_TAG, workspaceId))
    .some((pattern) => (pattern.endsWith("*") ? pk.startsWith(pattern.slice(0, -1)) : pk === pattern));
}

/**
 * Tells whether an item belongs to this workspace: a record in one of its lists, or its entry in a list across workspaces. IAM
 * cannot tell the entries of such a list apart, because it compares only the partition key.
 */
export function isWorkspaceKey(workspaceId: string, pk: string, sk: string): boolean {
  if (leadingKeys.counters.includes(pk)) return sk === sortableId(workspaceId);
  if (leadingKeys.marks.includes(pk)) return sk.startsWith(`${sortableId(workspaceId)}#`);
  return isWorkspaceList(workspaceId, pk);
}
