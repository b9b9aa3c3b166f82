import { authenticate, type IdentityProvider, type Tokens } from "./authenticate.ts";

/** Pending sign-in, stored until the user returns to `redirectUri`. */
export interface PendingSignIn {
  /** URL of the sign-in page. */
  url: string;
  /** Secret that redeems the code. */
  verifier: string;
  /** Value that the response must repeat. */
  state: string;
  redirectUri: string;
}

export interface SignInOptions {
  redirectUri: string;
  organizationId?: string;
  /** `none`: return an error instead of prompting; `login`: always prompt. */
  prompt?: "none" | "login";
}

/** Starts a sign-in by authorization code with PKCE (RFC 7636, S256). */
export async function beginSignIn(
  { url, clientId }: IdentityProvider,
  { redirectUri, organizationId, prompt }: SignInOptions,
): Promise<PendingSignIn> {
  const [verifier, state] = [randomText(), randomText()];
  const challenge = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: "code",
    redirect_uri: redirectUri,
    code_challenge: base64Url(new Uint8Array(challenge)),
    code_challenge_method: "S256",
    state,
    ...(organizationId !== undefined && { organization_id: organizationId }),
    ...(prompt !== undefined && { prompt }),
  });
  return {
    url: `${url.replace(/\/+$/, "")}/user_management/authorize?${query}`,
    verifier,
    state,
    redirectUri,
  };
}

/**
 * Completes a sign-in with the URL to which the user returned. Rejects if the response belongs to another sign-in or the
 * sign-in failed.
 */
export async function completeSignIn(
  provider: IdentityProvider,
  pending: PendingSignIn,
  answer: URL,
): Promise<Tokens> {
  const parameters = answer.searchParams;
  if (parameters.get("state") !== pending.state) {
    throw new Error("This response belongs to a different sign-in. Please sign in again.");
  }
  const refusal = parameters.get("error");
  if (refusal !== null) throw new Error(parameters.get("error_description") ?? refusal);
  return await authenticate(provider, {
    grant_type: "authorization_code",
    code: parameters.get("code") ?? "",
    code_verifier: pending.verifier,
    redirect_uri: pending.redirectUri,
  });
}

function randomText(): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(32)));
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
