import * as v from "valibot";
import { read, Text } from "./exchange.ts";
import { accessToken, type Idp } from "./idp.ts";
import { IdpError } from "./idpError.ts";
import { machineClientOf } from "./machineClients.ts";

const Credentials = v.object({ client_id: Text, client_secret: Text, organization_id: v.nullish(Text) });

/** Returns the response to a machine's client credentials: a token for the client's organization. */
export async function machineToken(idp: Idp, fields: unknown) {
  const request = read(Credentials, fields);
  const client = machineClientOf(idp.store.state, request.client_id, request.client_secret);
  if (request.organization_id && request.organization_id !== client.organization_id) {
    throw new IdpError(403, "access_denied", "The client belongs to another organization.");
  }
  return {
    access_token: await accessToken(idp, { sub: client.client_id, orgId: client.organization_id }),
    token_type: "Bearer",
    expires_in: idp.accessTokenSeconds,
  };
}
