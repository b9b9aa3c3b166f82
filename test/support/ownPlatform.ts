import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { importJWK, type JWTPayload, SignJWT } from "jose";
import type { IdpState } from "#local/idp/idpState.ts";
import { type Platform, startPlatform } from "#local/startPlatform.ts";
import type { Environment } from "#shared/runtime/environment.ts";
import type { Addresses } from "./lab.ts";

/** Platform with special settings, in the same process as its test. */
export interface OwnPlatform {
  platform: Platform;
  addresses: Addresses;
  /** Identity provider state: users, sessions, keys. */
  idpState: () => Promise<IdpState>;
  /** Signs any claims with the provider's key. */
  sign: (claims: JWTPayload) => Promise<string>;
  close: () => Promise<void>;
}

export async function startOwnPlatform(environment: Environment): Promise<OwnPlatform> {
  const directory = await mkdtemp(join(tmpdir(), "own-platform-"));
  const platform = await startPlatform({ port: 0, dataDirectory: directory, environment });
  const idpState = async (): Promise<IdpState> =>
    JSON.parse(await readFile(join(directory, "idp", "idp.json"), "utf8"));
  return {
    platform,
    addresses: { platformUrl: platform.url, idpUrl: platform.idpUrl, dataDirectory: platform.dataDirectory },
    idpState,
    sign: async (claims) => {
      const key = (await idpState()).keys.at(-1);
      if (!key) throw new Error("The provider has no signing key");
      const header = { alg: "RS256", kid: key.kid, typ: "JWT" };
      return new SignJWT(claims).setProtectedHeader(header).sign(await importJWK(key.private_jwk, "RS256"));
    },
    close: async () => {
      await platform.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
