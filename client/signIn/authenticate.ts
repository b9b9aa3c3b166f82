import type { Fetch } from "../sendRequest.ts";

/** Identity provider of a platform. */
export interface IdentityProvider {
  /** Provider URL. */
  url: string;
  clientId: string;
  /** Sends requests; defaults to the global `fetch`. */
  fetch?: Fetch;
}

/** Session tokens. */
export interface Tokens {
  accessToken: string;
  refreshToken: string;
}

/** Refused sign-in. */
export class SignInError extends Error {
  override readonly name = "SignInError";
  /** OAuth error code, such as `invalid_grant`. */
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Client for the identity provider of a platform. */
export async function identityProvider(platformUrl: string, fetch?: Fetch): Promise<IdentityProvider> {
  const url = `${platformUrl.replace(/\/+$/, "")}/auth:apiStrategy`;
  const response = await send(new Request(url), fetch);
  const body = await fieldsOf(response);
  if (!response.ok)
    throw new SignInError(
      "no_provider",
      String(body.detail ?? "The platform did not return an identity provider."),
    );
  return { url: String(body.auth_api_url), clientId: String(body.client_id), ...(fetch && { fetch }) };
}

/** Exchanges a grant for tokens. Rejects with a `SignInError` if it is refused. */
export async function authenticate(
  provider: IdentityProvider,
  grant: Record<string, string>,
): Promise<Tokens> {
  const body = await postJson(provider, "/user_management/authenticate", grant);
  return { accessToken: String(body.access_token), refreshToken: String(body.refresh_token) };
}

/** Posts JSON to the provider, including the client ID, and returns the fields of the response. */
export async function postJson(
  { url, clientId, fetch }: IdentityProvider,
  path: string,
  fields: Record<string, string>,
): Promise<Record<string, unknown>> {
  const request = new Request(`${url.replace(/\/+$/, "")}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_id: clientId, ...fields }),
  });
  const response = await send(request, fetch);
  const body = await fieldsOf(response);
  if (response.ok) return body;
  const message = body.error_description ?? `The identity provider returned status ${response.status}.`;
  throw new SignInError(String(body.error ?? "server_error"), String(message));
}

async function fieldsOf(response: Response): Promise<Record<string, unknown>> {
  return Object(await response.json().catch(() => ({})));
}

function send(request: Request, fetch?: Fetch): Promise<Response> {
  return fetch ? fetch(request) : globalThis.fetch(request);
}
