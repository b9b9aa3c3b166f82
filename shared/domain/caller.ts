import { DomainError } from "./errors.ts";

/** Who makes a request, as the verified token says. */
export interface Caller {
  userId: string;
  /** The organization the token is scoped to. */
  orgId: string | null;
  sessionId: string | null;
  isMachine: boolean;
  /** Platform staff reach every workspace by identity, and only they manage workspaces. */
  isStaff: boolean;
}

export function requireStaff(caller: Caller): void {
  if (caller.isStaff) return;
  throw new DomainError("forbidden", "staff_only", "Only platform staff may do this.");
}
