import { createHmac, createPublicKey, generateKeyPairSync, type JsonWebKey } from "node:crypto";
import { decodeJwt, type JWTPayload, SignJWT } from "jose";
import { request } from "./http.ts";
import type { OwnPlatform } from "./ownPlatform.ts";

function part(value: object | string): string {
  return Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");
}

/** Returns base64url text with a different last character that represents the same bytes. */
function otherEnding(token: string): string {
  const signature = token.split(".").at(-1) ?? "";
  const bytes = Buffer.from(signature, "base64url");
  const others = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].filter((letter) =>
    Buffer.from(`${signature.slice(0, -1)}${letter}`, "base64url").equals(bytes),
  );
  return others.find((letter) => !signature.endsWith(letter)) ?? "";
}

/**
 * Tokens with exactly one fault each, keyed by fault; all of them must be refused. `good` is a token issued by the provider
 * itself.
 */
export async function badTokens(own: OwnPlatform, good: string): Promise<Record<string, string>> {
  const claims = decodeJwt(good);
  const [header = "", payload = "", signature = ""] = good.split(".");
  const key = (await own.idpState()).keys.at(-1);
  if (!key) throw new Error("The provider has no signing key");
  const { kid, private_jwk } = key;
  const { kty, n, e } = private_jwk;
  const publicKey = createPublicKey({ key: { kty, n, e } as JsonWebKey, format: "jwk" });
  const withSecret = (alg: string, secret: string): string => {
    const signed = `${part({ alg, kid, typ: "JWT" })}.${payload}`;
    return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
  };
  const foreign = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const bySomebody = (protectedHeader: { alg: string; kid: string; jku?: string; jwk?: object }) =>
    new SignJWT(claims).setProtectedHeader(protectedHeader).sign(foreign.privateKey);
  const { exp: _, ...endless } = claims;
  const changed = (changes: JWTPayload): Promise<string> => own.sign({ ...claims, ...changes });
  const now = Math.floor(Date.now() / 1000);
  const ofKeys = await request("GET", `${own.platform.idpUrl}/sso/jwks/client_local`);
  return {
    "that is nonsense": "nonsense",
    "that is not a token of a user but the provider's API key": own.platform.settings.EU.idp?.apiKey ?? "",
    "that has expired": await changed({ iat: now - 120, exp: now - 60 }),
    "that never expires": await own.sign(endless),
    "of another issuer": await changed({ iss: "https://elsewhere.example" }),
    "for another audience": await changed({ aud: "client_other" }),
    "for several other audiences": await changed({ aud: ["client_other", "client_third"] }),
    "for another client": await changed({ client_id: "client_other" }),
    "of nobody": await changed({ sub: "" }),
    "of a user whom the provider does not know": await changed({ sub: "user_unknown" }),
    "with a part cut off": `${header}.${payload}`,
    "without a signature": `${header}.${payload}.`,
    "whose algorithm is none": `${part({ alg: "none", kid, typ: "JWT" })}.${payload}.`,
    "whose payload was changed": `${header}.${part({ ...claims, sub: "user_other" })}.${signature}`,
    "whose signature was changed": `${header}.${payload}.${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`,
    "with padding": `${good}=`,
    "whose payload has padding": `${header}.${payload}=.${signature}`,
    "whose signature ends in bits that are dropped": `${good.slice(0, -1)}${otherEnding(good)}`,
    "whose header was changed": `${part({ alg: "RS256", kid, typ: "at+jwt" })}.${payload}.${signature}`,
    "signed with the public key as PEM": withSecret(
      "HS256",
      publicKey.export({ type: "spki", format: "pem" }).toString(),
    ),
    "signed with the published key set": withSecret("HS256", JSON.stringify(ofKeys.body)),
    "signed with the public key, called RS256": withSecret("RS256", n),
    "signed with another key of that name": await bySomebody({ alg: "RS256", kid }),
    "signed with another key that it brings along": await bySomebody({
      alg: "RS256",
      kid,
      jwk: foreign.publicKey.export({ format: "jwk" }),
      jku: "https://elsewhere.example/keys",
    }),
    "signed with a key that is not published": await bySomebody({ alg: "RS256", kid: "key_unknown" }),
  };
}
