import { randomUUID } from "node:crypto";
import type { Cors } from "../cors.ts";
import { membershipOf } from "./directory.ts";
import type { IdpStore } from "./idpStore.ts";
import { sign } from "./signingKeys.ts";

/** Running provider, as its operations see it. */
export interface Idp {
  readonly store: IdpStore;
  readonly url: string;
  /** Origins whose pages may change the state. */
  readonly origins: readonly string[];
  /** Redirect URIs of the platform's own pages after a sign-in. */
  readonly redirects: readonly string[];
  /** Pages of other origins that may call the open routes. */
  readonly cors: Cors;
  readonly issuer: string;
  /** Client id of the platform, the only client for users. */
  readonly clientId: string;
  /** API key of the platform's management calls. */
  readonly apiKey: string;
  /** Secret of calls that only the account that runs this provider may make, and the file that holds it. */
  readonly localSecret: { readonly value: string; readonly path: string };
  readonly staffOrgId: string;
  /** Name of the product, which the pages show. */
  readonly productName: string;
  readonly accessTokenSeconds: number;
  /** Claim with the name of the workspace of a token's organization; absent if tokens have none. */
  readonly workspaceClaim: string | undefined;
  /** Key of the tokens in the forms of pages, which other sites' pages cannot read. */
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
    ...(orgId === null ? {} : { org_id: orgId, role: "member", permissions: permissionsOf(idp, sub, orgId) }),
    iat: issuedAt,
    exp: issuedAt + idp.accessTokenSeconds,
    jti: randomUUID(),
  });
}

/** Returns the permissions that a member has been given; a machine has none. */
function permissionsOf({ store }: Idp, userId: string, orgId: string): readonly string[] {
  return membershipOf(store.state, userId, orgId)?.permissions ?? [];
}

function workspaceClaim({ store, workspaceClaim: name }: Idp, orgId: string | null): Record<string, string> {
  const organization = store.state.organizations.find(({ id }) => id === orgId);
  return name && organization?.external_id ? { [name]: organization.name } : {};
}
