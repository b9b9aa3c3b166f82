import { createHash } from "node:crypto";
import { IdpError } from "../idpError.ts";
import type { Change } from "../idpStore.ts";
import { isSameSecret } from "../machineClients.ts";
import { hashOf, newSecret, type SignedIn, signIn } from "./sessions.ts";

/** Lifetime of an authorization code, in seconds. */
const CODE_SECONDS = 60;

export interface CodeGrant {
  userId: string;
  organizationId: string | null;
  redirectUri: string;
  /** SHA-256 of the program's verifier, in base64url (RFC 7636, S256). */
  challenge: string;
}

/** Issues a code for a user who has signed in. The program redeems it with the verifier for its challenge. */
export function issueCode({ state, at }: Change, grant: CodeGrant): string {
  const code = newSecret();
  state.authorizationCodes.push({
    code_hash: hashOf(code),
    user_id: grant.userId,
    organization_id: grant.organizationId,
    redirect_uri: grant.redirectUri,
    challenge: grant.challenge,
    expires_at: new Date(Date.parse(at) + CODE_SECONDS * 1000).toISOString(),
  });
  return code;
}

/** Redeems a code once: even a wrong verifier invalidates it. */
export function redeemCode(
  change: Change,
  { code, verifier, redirectUri }: { code: string; verifier: string; redirectUri: string | null },
): SignedIn | IdpError {
  const { state, at } = change;
  const hash = hashOf(code);
  const authorizationCode = state.authorizationCodes.find(({ code_hash }) => code_hash === hash);
  if (!authorizationCode || authorizationCode.expires_at <= at) {
    throw new IdpError(400, "invalid_grant", "The code is unknown, already used or expired. Sign in again.");
  }
  state.authorizationCodes = state.authorizationCodes.filter((candidate) => candidate !== authorizationCode);
  const isVerified = isSameSecret(
    authorizationCode.challenge,
    createHash("sha256").update(verifier).digest("base64url"),
  );
  const isRedirected = redirectUri === null || redirectUri === authorizationCode.redirect_uri;
  if (!isVerified || !isRedirected) {
    return new IdpError(400, "invalid_grant", "code_verifier or redirect_uri does not match this code.");
  }
  return signIn(change, authorizationCode.user_id, authorizationCode.organization_id);
}
