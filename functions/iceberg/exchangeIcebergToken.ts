import { DomainError } from "@pdp/basics/errors";
import * as v from "valibot";
import { operation } from "#shared/http/operations/operation.ts";
import { passwordOfBasic } from "#shared/http/trino/trinoClient.ts";
import { verifyBearer } from "#shared/identity/verifyBearer.ts";

/** Maximum size of a form: a token, with other short fields. */
const MAX_FORM_CHARACTERS = 32_768;
const EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";
const ACCESS_TOKEN = "urn:ietf:params:oauth:token-type:access_token" as const;

export const exchangeIcebergToken = operation(
  {
    summary: "Exchange a token for the Iceberg catalog",
    description:
      "Token endpoint of the Iceberg REST protocol, for clients that accept only a client id and a secret. Accepts a form (`application/x-www-form-urlencoded`): `grant_type=client_credentials` with a token of the platform as the `client_secret`, or as the password of HTTP Basic, and any `client_id`; or the token exchange of RFC 8693 with the token as the `subject_token`. Returns the same token with the time that it is still valid. Errors have the form of OAuth 2.0.",
    method: "POST",
    path: "/iceberg/v1/oauth/tokens",
    tag: "SQL for other tools",
    audience: "open",
    alsoRegional: true,
    isOfIceberg: "OAUTH",
    needs: ["tokens:count"],
    requires: "idp",
    transport: "raw",
    response: v.object({
      access_token: v.pipe(v.string(), v.description("Token for the catalog"), v.examples(["eyJhbGciOi…"])),
      token_type: v.literal("bearer"),
      expires_in: v.pipe(
        v.number(),
        v.integer(),
        v.description("Seconds until it expires"),
        v.examples([290]),
      ),
      issued_token_type: v.literal(ACCESS_TOKEN),
      scope: v.literal("catalog"),
    }),
    internal: true,
    errors: [400, 401, 429],
  },
  async ({ text, headers, settings, clientAddress }) => {
    const token = tokenIn(text, headers.authorization);
    if (!settings.idp) throw new Error("The operation requires an identity provider");
    // Whether its session has ended is checked by each request to the catalog.
    const { expiresAt } = await verifyBearer(`Bearer ${token}`, { settings, clientAddress }, settings.idp);
    return {
      access_token: token,
      token_type: "bearer" as const,
      expires_in: Math.max(0, Math.floor(expiresAt - Date.now() / 1000)),
      issued_token_type: ACCESS_TOKEN,
      scope: "catalog" as const,
    };
  },
);

function tokenIn(text: string, authorization: string | undefined): string {
  if (text.length > MAX_FORM_CHARACTERS) throw refused("invalid_request", "The form is too large.");
  const form = new URLSearchParams(text);
  const grant = form.get("grant_type");
  if (grant !== "client_credentials" && grant !== EXCHANGE)
    throw refused(
      "unsupported_grant_type",
      `The grant type must be client_credentials or ${EXCHANGE}; sign in with the platform to get a token.`,
    );
  const token =
    grant === EXCHANGE ? form.get("subject_token") : form.get("client_secret") || passwordIn(authorization);
  if (!token)
    throw refused(
      "invalid_request",
      `The form needs the token as ${grant === EXCHANGE ? "subject_token" : "client_secret"}.`,
    );
  return token;
}

/** Returns the password of HTTP Basic, which OAuth 2.0 encodes as in a form. */
function passwordIn(authorization: string | undefined): string | null {
  const password = passwordOfBasic(authorization);
  return password === undefined ? null : new URLSearchParams(`password=${password}`).get("password");
}

function refused(code: "invalid_request" | "unsupported_grant_type", message: string): DomainError {
  return new DomainError("malformed", code, message);
}
