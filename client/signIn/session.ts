import type { TokenSource } from "../tokens.ts";
import { authenticate, type IdentityProvider, type Tokens } from "./authenticate.ts";

/** Time between the refresh of an access token and its expiry, in milliseconds. */
const RENEW_BEFORE_MS = 30_000;

/**
 * User session. Each refresh token can be used only once, so refreshes are serialized, and `onTokens` receives every new pair
 * before it is used, so that a stored session can be continued later.
 */
export class Session implements TokenSource {
  readonly #provider: IdentityProvider;
  readonly #onTokens: (tokens: Tokens) => void | Promise<void>;
  #tokens: Tokens;
  #refreshing: Promise<Tokens> | undefined;

  constructor(
    provider: IdentityProvider,
    tokens: Tokens,
    onTokens: (tokens: Tokens) => void | Promise<void> = () => undefined,
  ) {
    this.#provider = provider;
    this.#tokens = tokens;
    this.#onTokens = onTokens;
  }

  async accessToken(refused?: string): Promise<string> {
    const { accessToken } = this.#tokens;
    const isFresh = accessToken !== "" && expiryOf(accessToken) - Date.now() > RENEW_BEFORE_MS;
    if (isFresh && accessToken !== refused) return accessToken;
    return (await this.#refresh()).accessToken;
  }

  /** Switches to another of the user's organizations. */
  async enterOrganization(organizationId: string): Promise<void> {
    await this.#refreshing?.catch(() => undefined);
    await this.#refresh(organizationId);
  }

  #refresh(organizationId?: string): Promise<Tokens> {
    this.#refreshing ??= this.#exchange(organizationId).finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  async #exchange(organizationId?: string): Promise<Tokens> {
    const tokens = await authenticate(this.#provider, {
      grant_type: "refresh_token",
      refresh_token: this.#tokens.refreshToken,
      ...(organizationId !== undefined && { organization_id: organizationId }),
    });
    await this.#onTokens(tokens);
    this.#tokens = tokens;
    return tokens;
  }
}

/** Returns the claims of an access token without verifying them: verification is up to the service, not its clients. */
export function claimsOf(accessToken: string): Record<string, unknown> {
  try {
    const part = (accessToken.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(part), (character) => character.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return {};
  }
}

/** Returns the expiry of a token, in milliseconds since 1970; infinity if it has none. */
function expiryOf(accessToken: string): number {
  const { exp } = claimsOf(accessToken);
  return typeof exp === "number" ? exp * 1000 : Number.POSITIVE_INFINITY;
}
