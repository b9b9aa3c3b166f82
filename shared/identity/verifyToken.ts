import { JwtExpiredError } from "aws-jwt-verify/error";
import type { Jwks } from "aws-jwt-verify/jwk";
import { decomposeUnverifiedJwt } from "aws-jwt-verify/jwt";
import { JwtVerifier } from "aws-jwt-verify/jwt-verifier";
import { LRUCache } from "lru-cache";
import type { IdpSettings } from "#shared/runtime/environment.ts";
import { SigningKeys } from "./signingKeys.ts";
import { claimsFrom, type TokenClaims } from "./tokenClaims.ts";
import { tokenExpired, tokenInvalid, tokenMissing } from "./tokenErrors.ts";

const ALGORITHM = "RS256";
const MAX_TOKEN_LENGTH = 16_384;
const MAX_ID_LENGTH = 200;
const BEARER = /^bearer[ \t]+(\S.*)$/i;

/**
 * Returns the token in an Authorization header, without the longest matching prefix. Raises `token_missing`, or
 * `token_invalid` for text that cannot be a token.
 */
export function bearerToken(authorizationHeader: string | undefined, prefixes: readonly string[]): string {
  const credentials = BEARER.exec(authorizationHeader?.trim() ?? "")?.[1];
  if (credentials === undefined) throw tokenMissing();
  const prefixLength = Math.max(
    0,
    ...prefixes.map((prefix) => (credentials.startsWith(prefix) ? prefix.length : 0)),
  );
  const token = credentials.slice(prefixLength);
  if (token === "") throw tokenMissing();
  if (token.length > MAX_TOKEN_LENGTH || !/^[\w.~+/=-]+$/.test(token)) throw tokenInvalid();
  return token;
}

/**
 * Verifies signature (RS256 only), issuer, expiry (without leeway) and, if present, `aud` and `client_id`. Raises
 * `token_invalid`, `token_expired`, or `idp_unavailable` if the provider's keys cannot be fetched. `beforeCheck` is called with
 * the bearer that a plausible token names before its signature is checked, unless it has been verified before; it may throw.
 */
export async function verifyAccessToken(
  token: string,
  settings: IdpSettings,
  beforeCheck: (claimed: ClaimedBearer) => void = () => undefined,
): Promise<TokenClaims> {
  const trust = providerTrust(settings);
  const name = `${settings.workspaceClaim ?? ""}\n${token}`;
  const known = trust.verified.get(name);
  const { kid, claimed, isExpired } = known
    ? { kid: known.kid, claimed: claimedBearer(known.claims), isExpired: false }
    : plausibleToken(token, settings.issuer);
  const keys = await trust.keys.holding(kid);
  if (keys === undefined) throw tokenInvalid();
  if (known && known.keys === keys && Date.now() < known.claims.expiresAt * 1000) return known.claims;
  try {
    beforeCheck(claimed);
  } catch (error) {
    // Its bearer should renew it, not wait for a check that it cannot pass.
    throw isExpired ? tokenExpired() : error;
  }
  const claims = claimsFrom(verifyPayload(token, trust.verifierWith(keys)), settings);
  if (claims === undefined) throw tokenInvalid();
  trust.verified.set(name, { kid, keys, claims });
  return claims;
}

interface Verified {
  kid: string;
  /** Key set that verified the token: when the keys are fetched again, the token is verified again. */
  keys: Jwks;
  claims: TokenClaims;
}

/** User and session that a token names, before it has been verified. Only the bearer of a session knows its id. */
export interface ClaimedBearer {
  user: string;
  /** Empty for machines. */
  session: string;
}

/** Names the bearer of a token by its claims. */
export function claimedBearer({ sub, sid }: { sub?: unknown; sid?: unknown }): ClaimedBearer {
  return { user: String(sub).slice(0, MAX_ID_LENGTH), session: String(sid ?? "").slice(0, MAX_ID_LENGTH) };
}

/** What a token that has not been verified says of itself. */
interface PlausibleToken {
  kid: string;
  claimed: ClaimedBearer;
  isExpired: boolean;
}

/**
 * Checks key id and issuer of an unverified token before anything is fetched or cached for it, and returns its key id and the
 * bearer that it names. The verifier caches a key per issuer, even for forged tokens: without this check, an attacker could
 * fill its memory.
 */
function plausibleToken(token: string, issuer: string): PlausibleToken {
  if (!token.split(".").every(isBase64Url)) throw tokenInvalid();
  try {
    const { header, payload } = decomposeUnverifiedJwt(token);
    if (header.alg === ALGORITHM && header.kid && payload.iss === issuer)
      return {
        kid: header.kid,
        claimed: claimedBearer(payload),
        isExpired: typeof payload.exp === "number" && payload.exp * 1000 <= Date.now(),
      };
  } catch {
    // Not a JWT.
  }
  throw tokenInvalid();
}

/** Tells whether a part of a token is the canonical encoding of its bytes. Decoders also accept padding and other endings. */
function isBase64Url(part: string): boolean {
  return Buffer.from(part, "base64url").toString("base64url") === part;
}

function verifyPayload(token: string, verifier: Verifier): unknown {
  try {
    return verifier.verifySync(token);
  } catch (error) {
    // Any other error also means that the token has not been verified.
    throw error instanceof JwtExpiredError ? tokenExpired() : tokenInvalid();
  }
}

type Verifier = ReturnType<typeof createVerifier>;

function createVerifier(issuer: string, jwksUri: string, keys: Jwks) {
  const verifier = JwtVerifier.create({
    issuer,
    jwksUri,
    audience: null, // checked with the other claims, because it is optional
    customJwtCheck: ({ payload }) => {
      // The verifier treats a token without an expiry as one that never expires.
      if (payload.exp === undefined) throw new Error("no exp");
    },
  });
  verifier.cacheJwks(keys);
  return verifier;
}

/** Maximum total length of all tokens remembered as verified, in characters. */
const MAX_VERIFIED_LENGTH = 4 << 20;

/** Keys and verifier for one provider, kept between requests. */
class Trust {
  readonly keys: SigningKeys;
  /** Verified tokens, by their text and the name of the claim that identifies the workspace. */
  readonly verified = new LRUCache<string, Verified>({
    maxSize: MAX_VERIFIED_LENGTH,
    sizeCalculation: (_, name) => name.length,
  });
  readonly #issuer: string;
  readonly #jwksUri: string;
  #latest: { keys: Jwks; verifier: Verifier } | undefined;

  constructor({ issuer, clientId, authUrl }: IdpSettings) {
    this.#issuer = issuer;
    this.#jwksUri = `${authUrl.replace(/\/+$/, "")}/sso/jwks/${encodeURIComponent(clientId)}`;
    this.keys = new SigningKeys(this.#jwksUri);
  }

  /**
   * Returns a verifier with a key set. A verifier only fetches over https and never drops a key, so each key set gets a
   * separate verifier.
   */
  verifierWith(keys: Jwks): Verifier {
    if (this.#latest?.keys !== keys) {
      this.#latest = { keys, verifier: createVerifier(this.#issuer, this.#jwksUri, keys) };
    }
    return this.#latest.verifier;
  }
}

const trusted = new Map<string, Trust>();

function providerTrust(settings: IdpSettings): Trust {
  const key = JSON.stringify([settings.issuer, settings.clientId, settings.authUrl]);
  let trust = trusted.get(key);
  if (!trust) {
    trust = new Trust(settings);
    trusted.set(key, trust);
  }
  return trust;
}
