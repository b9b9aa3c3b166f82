import { DomainError } from "./errors.ts";

/** Caller of a request, as identified by the verified token. */
export interface Caller {
  userId: string;
  /** Organization that the token is scoped to; null if the bearer is no longer a member of it. */
  orgId: string | null;
  /** Organization that the token names, whether its bearer is still a member of it or not. */
  claimedOrgId: string | null;
  sessionId: string | null;
  isMachine: boolean;
  /** True for platform staff, who can access every workspace and are the only ones to manage workspaces. */
  isStaff: boolean;
}

export function requireStaff(caller: Caller): void {
  if (caller.isStaff) return;
  throw new DomainError("forbidden", "staff_only", "Only platform staff may do this.");
}
