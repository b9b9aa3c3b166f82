import { exportJWK, generateKeyPair, importJWK, type JWTPayload, SignJWT } from "jose";
import * as v from "valibot";
import { type IdpState, SigningKey } from "./idpState.ts";
import { newId } from "./newId.ts";

const ALGORITHM = "RS256";

export async function newSigningKey(): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { modulusLength: 2048, extractable: true });
  return v.parse(SigningKey, {
    kid: newId("key"),
    private_jwk: await exportJWK(privateKey),
    created_at: new Date().toISOString(),
  });
}

/** Returns the content of `/sso/jwks`, without the private keys. */
export function publicKeys(keys: readonly SigningKey[]) {
  return {
    keys: keys.map(({ kid, private_jwk: { kty, n, e } }) => ({ kid, use: "sig", alg: ALGORITHM, kty, n, e })),
  };
}

/** Signs with the newest key. */
export async function sign(state: Readonly<IdpState>, claims: JWTPayload): Promise<string> {
  const key = state.keys.at(-1);
  if (!key) throw new Error("The identity provider has no signing key.");
  return await new SignJWT(claims)
    .setProtectedHeader({ alg: ALGORITHM, kid: key.kid, typ: "JWT" })
    .sign(await importJWK(key.private_jwk, ALGORITHM));
}
