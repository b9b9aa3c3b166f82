import type { TokenSource } from "../tokens.ts";
import { type IdentityProvider, postJson } from "./authenticate.ts";
import { claimsOf } from "./session.ts";

const RENEW_BEFORE_MS = 30_000;

/** Returns a token source for a machine with an ID and a secret. */
export function machineTokens(
  provider: Omit<IdentityProvider, "clientId">,
  clientId: string,
  clientSecret: string,
): TokenSource {
  let current: Promise<string> | undefined;
  const request = async (): Promise<string> => {
    const body = await postJson({ ...provider, clientId }, "/user_management/authenticate", {
      grant_type: "client_credentials",
      client_secret: clientSecret,
    });
    return String(body.access_token);
  };
  return {
    accessToken: async (refused) => {
      const token = await current?.catch(() => undefined);
      const { exp } = claimsOf(token ?? "");
      const isFresh = typeof exp !== "number" || exp * 1000 - Date.now() > RENEW_BEFORE_MS;
      if (token !== undefined && token !== refused && isFresh) return token;
      current = request();
      return current;
    },
  };
}
