/** Source of access tokens, either for one organization or for none. */
export interface TokenSource {
  /**
   * Returns an access token. If `refused` is a token that the service has stopped accepting, returns a different one if
   * possible.
   */
  accessToken(refused?: string): Promise<string>;
}

export function tokenSource(token: string | TokenSource): TokenSource {
  return typeof token === "string" ? { accessToken: async () => token } : token;
}
