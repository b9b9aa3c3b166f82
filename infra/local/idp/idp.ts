import { randomUUID } from "node:crypto";
import type { IdpStore } from "./idpStore.ts";
import { sign } from "./signingKeys.ts";

/** Running provider, as its operations see it. */
export interface Idp {
  readonly store: IdpStore;
  readonly url: string;
  /** Origins whose pages may change the state. */
  readonly origins: readonly string[];
  readonly issuer: string;
  /** Client id of the platform, the only client that people sign in to. */
  readonly clientId: string;
  /** API key of the platform's management calls. */
  readonly apiKey: string;
  readonly staffOrgId: string;
  readonly accessTokenSeconds: number;
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
    ...(orgId === null ? {} : { org_id: orgId, role: "member", permissions: [] }),
    iat: issuedAt,
    exp: issuedAt + idp.accessTokenSeconds,
    jti: randomUUID(),
  });
}
