import { randomUUID } from "node:crypto";
import type { Cors } from "../cors.ts";
import { membershipOf } from "./directory.ts";
import type { IdpStore } from "./idpStore.ts";
import { sign } from "./signingKeys.ts";

/** Running provider, as seen by its operations. */
export interface Idp {
  readonly store: IdpStore;
  readonly url: string;
  /** Origins with pages that may change the state. */
  readonly origins: readonly string[];
  /** Redirect URIs of the platform's pages after a sign-in. */
  readonly redirects: readonly string[];
  /** Origins of other pages that may call the open routes. */
  readonly cors: Cors;
  readonly issuer: string;
  /** Client ID of the platform, the only client for users. */
  readonly clientId: string;
  /** API key for the platform's management calls. */
  readonly apiKey: string;
  /** Secret for calls reserved for the account that runs this provider, and the file that contains it. */
  readonly localSecret: { readonly value: string; readonly path: string };
  readonly staffOrgId: string;
  /** Product name shown on the pages. */
  readonly productName: string;
  readonly accessTokenSeconds: number;
  /** Claim that contains the workspace name of a token's organization; absent if tokens do not contain it. */
  readonly workspaceClaim: string | undefined;
  /** Key for the form tokens on pages, which pages of other sites cannot read. */
  readonly formKey: string;
}

export interface TokenSubject {
  sub: string;
  sid?: string;
  orgId: string | null;
}

export async function accessToken(idp: Idp, { sub, sid, orgId }: TokenSubject): Promise<string> {
  const issuedAt = Math.floor(Date.now() / 1000);
  return await sign(idp.store.state, {
    iss: idp.issuer,
    sub,
    ...(sid === undefined ? {} : { sid }),
    ...workspaceClaim(idp, orgId),
    ...(orgId === null
      ? {}
      : { org_id: orgId, role: roleOf(idp, sub, orgId), permissions: permissionsOf(idp, sub, orgId) }),
    iat: issuedAt,
    exp: issuedAt + idp.accessTokenSeconds,
    jti: randomUUID(),
  });
}

/** Returns the permissions granted to a member; empty for a machine. */
function permissionsOf({ store }: Idp, userId: string, orgId: string): readonly string[] {
  return membershipOf(store.state, userId, orgId)?.permissions ?? [];
}

/** Returns the role of a member, or of a machine. */
function roleOf({ store: { state } }: Idp, sub: string, orgId: string): string {
  const machine = state.machineClients.find(({ client_id }) => client_id === sub);
  return (machine ?? membershipOf(state, sub, orgId))?.role ?? "member";
}

function workspaceClaim({ store, workspaceClaim: name }: Idp, orgId: string | null): Record<string, string> {
  const organization = store.state.organizations.find(({ id }) => id === orgId);
  return name && organization?.external_id ? { [name]: organization.name } : {};
}
