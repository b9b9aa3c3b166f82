import * as v from "valibot";
import { userOf } from "./directory.ts";
import { type Route, read, Text } from "./exchange.ts";
import { accessToken, type Idp } from "./idp.ts";
import { entityNotFound, IdpError } from "./idpError.ts";
import { isSameSecret } from "./machineClients.ts";
import { machineToken } from "./machineToken.ts";
import { redeemCode } from "./signIn/authorizationCodes.ts";
import { DEVICE_CODE_SECONDS, redeemDeviceCode, requestDeviceCode } from "./signIn/deviceCodes.ts";
import { refresh, type SignedIn } from "./signIn/sessions.ts";
import { publicKeys } from "./signingKeys.ts";
import { userJson } from "./wire.ts";

const POLL_SECONDS = 5;

/** Routes for access tokens of users and machines, and for the keys that verify them. */
export const oauthRoutes: Route[] = [
  {
    method: "GET",
    path: "/sso/jwks/*",
    access: "open",
    handle: async (idp, { params: [clientId] }) => {
      if (clientId !== idp.clientId) throw entityNotFound("client");
      return publicKeys(idp.store.state.keys);
    },
  },
  {
    method: "POST",
    path: "/user_management/authorize/device",
    access: "open",
    errors: "oauth",
    handle: async (idp, { fields }) => {
      requireClient(idp, read(v.object({ client_id: Text }), fields));
      const { deviceCode, userCode } = await idp.store.change(requestDeviceCode);
      return {
        device_code: deviceCode,
        user_code: userCode,
        verification_uri: `${idp.url}/local/device`,
        verification_uri_complete: `${idp.url}/local/device?user_code=${userCode}`,
        expires_in: DEVICE_CODE_SECONDS,
        interval: POLL_SECONDS,
      };
    },
  },
  {
    method: "POST",
    path: "/user_management/authenticate",
    access: "open",
    errors: "oauth",
    handle: async (idp, { fields }) => {
      const { grant_type } = read(v.object({ grant_type: Text }), fields);
      switch (grant_type) {
        case "urn:ietf:params:oauth:grant-type:device_code":
          return await byDeviceCode(idp, fields);
        case "authorization_code":
          return await byAuthorizationCode(idp, fields);
        case "refresh_token":
          return await byRefreshToken(idp, fields);
        case "client_credentials":
          return await machineToken(idp, fields);
        default:
          throw new IdpError(400, "unsupported_grant_type", "This grant type is not supported.");
      }
    },
  },
];

async function byDeviceCode(idp: Idp, fields: unknown) {
  const request = read(
    v.object({ client_id: Text, device_code: Text, client_secret: v.nullish(Text) }),
    fields,
  );
  requireClient(idp, request);
  return await userTokens(
    idp,
    await idp.store.change((change) => redeemDeviceCode(change, request.device_code)),
  );
}

async function byAuthorizationCode(idp: Idp, fields: unknown) {
  const request = read(
    v.object({
      client_id: Text,
      code: Text,
      code_verifier: Text,
      redirect_uri: v.nullish(Text),
      client_secret: v.nullish(Text),
    }),
    fields,
  );
  requireClient(idp, request);
  const { code, code_verifier: verifier, redirect_uri: redirectUri = null } = request;
  const redeemed = await idp.store.change((change) => redeemCode(change, { code, verifier, redirectUri }));
  if (redeemed instanceof IdpError) throw redeemed;
  return await userTokens(idp, redeemed, "AuthorizationCode");
}

async function byRefreshToken(idp: Idp, fields: unknown) {
  const request = read(
    v.object({
      client_id: Text,
      refresh_token: Text,
      organization_id: v.nullish(Text),
      client_secret: v.nullish(Text),
    }),
    fields,
  );
  requireClient(idp, request);
  const { refresh_token, organization_id } = request;
  return await userTokens(
    idp,
    await idp.store.change((change) => refresh(change, refresh_token, organization_id ?? undefined)),
  );
}

async function userTokens(idp: Idp, { session, refreshToken }: SignedIn, method = "DeviceCode") {
  const { id: sid, user_id: sub, organization_id: orgId } = session;
  const user = userJson(userOf(idp.store.state, sub));
  return {
    user,
    organization_id: orgId,
    access_token: await accessToken(idp, { sub, sid, orgId }),
    refresh_token: refreshToken,
    authentication_method: method,
    token_type: "Bearer",
    expires_in: idp.accessTokenSeconds,
  };
}

/**
 * Checks the client. User programs have no secret; platform servers may send theirs, which must then be correct.
 */
function requireClient(
  idp: Idp,
  { client_id, client_secret }: { client_id: string; client_secret?: string | null | undefined },
): void {
  if (client_id === idp.clientId && (!client_secret || isSameSecret(idp.apiKey, client_secret))) return;
  throw new IdpError(401, "invalid_client", "The client is unknown or its secret is wrong.");
}
