import type { IncomingHttpHeaders } from "node:http";
import * as v from "valibot";
import { type Route, read, Text } from "./exchange.ts";
import { IdpError, invalidRequest } from "./idpError.ts";
import { machineToken } from "./machineToken.ts";
import { mediaType } from "./readFields.ts";

const TokenRequest = v.looseObject({ grant_type: Text });

/**
 * Issues tokens to machines (RFC 6749, section 4.4). A client authenticates in the Authorization header
 * (`client_secret_basic`) or in the form (`client_secret_post`).
 */
export const tokenRoute: Route = {
  method: "POST",
  path: "/oauth2/token",
  access: "open",
  errors: "oauth",
  handle: async (idp, { headers, fields }) => {
    if (mediaType(headers) !== "application/x-www-form-urlencoded") {
      throw invalidRequest("The body must be application/x-www-form-urlencoded.");
    }
    const request = read(TokenRequest, fields);
    if (request.grant_type !== "client_credentials") {
      throw new IdpError(400, "unsupported_grant_type", "Only client_credentials is accepted here.");
    }
    const basic = basicCredentials(headers);
    if (basic && "client_secret" in request) {
      throw invalidRequest(
        "Send client credentials either in the Authorization header or in the form, not both.",
      );
    }
    return await machineToken(idp, { ...request, ...basic });
  },
};

/** Reads the credentials from the header; both parts are form-encoded. Returns undefined without the header. */
function basicCredentials({ authorization }: IncomingHttpHeaders) {
  if (authorization === undefined) return undefined;
  const [, encoded] = /^basic +([\w+/]+=*)$/i.exec(authorization.trim()) ?? [];
  const text = Buffer.from(encoded ?? "", "base64").toString("utf8");
  const colon = text.indexOf(":");
  if (colon < 1)
    throw new IdpError(
      401,
      "invalid_client",
      "The Authorization header does not contain client credentials.",
    );
  return { client_id: formDecoded(text.slice(0, colon)), client_secret: formDecoded(text.slice(colon + 1)) };
}

function formDecoded(text: string): string {
  return new URLSearchParams(`part=${text.replaceAll("&", "%26")}`).get("part") ?? "";
}
