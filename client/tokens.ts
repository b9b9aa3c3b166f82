/** Source of access tokens for one organization or none. */
export interface TokenSource {
  /** Returns an access token. With `refused`, a token that the service no longer accepts, returns another one if it can. */
  accessToken(refused?: string): Promise<string>;
}

export function tokenSource(token: string | TokenSource): TokenSource {
  return typeof token === "string" ? { accessToken: async () => token } : token;
}
