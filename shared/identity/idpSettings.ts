/** Where the identity provider is, and as whom the platform speaks to it. */
export interface IdpSettings {
  /** The exact `iss` of its access tokens. */
  issuer: string;
  clientId: string;
  /** The address that people and clients sign in at; its keys are below it. */
  authUrl: string;
  /** The address of its management calls. */
  apiUrl: string;
  apiKey: string;
  /** A literal that clients put before the token. */
  tokenPrefix?: string;
}
