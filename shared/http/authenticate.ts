import type { MiddlewareObj } from "@middy/core";
import { DomainError } from "@pdp/basics/errors";
import { type Caller, type Permission, requirePermission, requireStaff } from "#shared/domain/caller.ts";
import { type Capability, capabilityDisabled } from "#shared/domain/capability.ts";
import { isChange, type Role, requireRole, roleOf } from "#shared/domain/role.ts";
import { requireUnfrozen } from "#shared/domain/workspaceFreeze.ts";
import { recentMembershipStatus } from "#shared/identity/recentMembershipStatus.ts";
import { verifyBearer } from "#shared/identity/verifyBearer.ts";
import { withOrganization } from "#shared/identity/withOrganization.ts";
import type { ApiEvent } from "./apiEvent.ts";
import { takeShare } from "./requestShare.ts";
import { bearerOfPassword, catalogOf } from "./trino/trinoClient.ts";
import { accessWorkspace } from "./workspaceAccess.ts";

/** Group of callers that may use an operation. */
export type Audience = "open" | "user" | "staff" | "member";

/** Requirements for an operation's callers, in addition to their audience. */
interface Requirements {
  method: string;
  capability?: Capability | undefined;
  permission?: Permission | undefined;
  role?: Role | undefined;
  /** True if the workspace is identified by the catalog in Trino's protocol. */
  byCatalog?: boolean | undefined;
  /** True if a frozen workspace does not refuse it; READ_ONLY if a read-only one does not. */
  whileFrozen?: true | "READ_ONLY" | undefined;
}

/**
 * Authenticates and authorizes the caller before anything else in a request is validated, so that an unauthorized caller
 * learns nothing about the validity of the rest.
 */
export function authenticate(
  audience: Audience,
  { method, capability, permission, role, byCatalog = false, whileFrozen }: Requirements,
): MiddlewareObj<ApiEvent> {
  return {
    before: async ({ event }) => {
      if (audience === "open") return;
      const { authorization } = event.headers;
      event.caller = await callerOf(byCatalog ? bearerOfPassword(authorization) : authorization, event);
      if (audience === "staff") requireStaff(event.caller);
      if (audience === "member") {
        const name =
          event.pathParameters?.workspace ?? (byCatalog ? await catalogOf(event, event.caller) : "");
        const workspace = await accessWorkspace(event.settings, event.caller, name);
        // Requests beyond the share have no record, because storing it would cost more than refusing them.
        await takeShare(workspace);
        event.workspace = workspace;
        if (role) requireRole(event.caller, role);
        const changes = whileFrozen !== "READ_ONLY" && isChange({ role, method });
        if (whileFrozen !== true) requireUnfrozen(name, event.workspace.freeze, changes);
        if (permission) requirePermission(event.caller, permission);
        if (capability && !event.workspace.canGenerateVariants) throw capabilityDisabled(capability);
      }
    },
  };
}

/** Returns the user of the token in an Authorization header. Throws if the token, its session or its user is invalid. */
async function callerOf(header: string | undefined, event: ApiEvent): Promise<Caller> {
  const { settings } = event;
  if (!settings.idp) {
    throw new DomainError("unavailable", "idp_not_configured", "No identity provider is configured here.");
  }
  const claims = await withOrganization(settings, await verifyBearer(header, event, settings.idp));
  const status = await recentMembershipStatus(settings, settings.idp, claims);
  if (status.isSessionRevoked || !status.isUserKnown) throw noLonger();
  // A former member is still authenticated, but the member's token no longer gives access to the organization.
  const orgId = status.isMember ? (claims.orgId ?? null) : null;
  return {
    userId: claims.sub,
    orgId,
    claimedOrgId: claims.orgId ?? null,
    sessionId: claims.sid ?? null,
    isMachine: claims.isMachine,
    isStaff: status.isStaff,
    role: roleOf(status),
    permissions: claims.permissions ?? [],
  };
}

function noLonger(): DomainError {
  return new DomainError(
    "unauthenticated",
    "session_revoked",
    "The session of this token has ended. Sign in again.",
  );
}
