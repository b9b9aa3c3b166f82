import { DomainError } from "@pdp/basics/errors";
import type { IdpSettings } from "#shared/runtime/environment.ts";
import type { Settings } from "#shared/runtime/scope.ts";
import { addressGuard, findGuard, rememberBearer, tooManyInvalidTokens } from "./addressGuard.ts";
import type { TokenClaims } from "./tokenClaims.ts";
import { bearerToken, type ClaimedBearer, claimedBearer, verifyAccessToken } from "./verifyToken.ts";

/**
 * Returns the claims of the token in an Authorization header, and counts invalid tokens by the address of their sender. Raises
 * `throttled` for a token that is not checked because its address has sent too many invalid ones, and otherwise what
 * `bearerToken` and `verifyAccessToken` raise.
 */
export async function verifyBearer(
  header: string | undefined,
  { settings, clientAddress }: { settings: Settings; clientAddress: string | null },
  idp: IdpSettings,
): Promise<TokenClaims> {
  const findKnown = () => findGuard(settings, clientAddress);
  let checked: ClaimedBearer | null = null;
  try {
    const token = bearerToken(header, idp.tokenPrefixes ?? []);
    const claims = await verifyAccessToken(token, idp, (claimed) => {
      findKnown()?.requireCheck(claimed);
      checked = claimed;
    });
    const bearer = claimedBearer(claims);
    // A token that was checked before is remembered already.
    if (checked !== null) rememberBearer(settings, bearer);
    await findKnown()?.accepted(bearer);
    return claims;
  } catch (error) {
    if (clientAddress === null || !(error instanceof DomainError) || error.code !== "token_invalid")
      throw error;
    if (!Number.isFinite(settings.invalidTokensPerAddress)) throw error;
    const guard = addressGuard(settings, clientAddress);
    // A token that is not even plausible was refused without a check.
    if (checked === null && guard.isGuarded()) throw tooManyInvalidTokens();
    await guard.countInvalid(checked);
    throw error;
  }
}
