import { Platform } from "#client/connect.ts";
import { ApiError } from "#client/errors.ts";
import { identityProvider } from "#client/signIn/authenticate.ts";
import { machineTokens } from "#client/signIn/machine.ts";
import type { TokenSource } from "#client/tokens.ts";
import type { Workspace } from "#client/workspace.ts";
import { credentialsPath, readCredentials } from "./credentials.ts";
import { notSignedIn, StoredSession } from "./storedSession.ts";

type Environment = Record<string, string | undefined>;

/** Returns the source of access tokens: `PDP_TOKEN`, a machine's ID and secret, or the stored session. */
export async function tokensFor(env: Environment, url: string): Promise<TokenSource> {
  const { PDP_TOKEN: token, PDP_CLIENT_ID: id, PDP_CLIENT_SECRET: secret } = env;
  if (token) return { accessToken: async () => token };
  if (id && secret) return machineTokens(await identityProvider(url), id, secret);
  const path = credentialsPath(env);
  const { platforms } = await readCredentials(path);
  if (!platforms[url]) throw notSignedIn(url);
  return new StoredSession(path, url);
}

/** Opens a workspace, switching to its organization if the session belongs to another one. */
export async function openWorkspace(url: string, name: string, token: TokenSource): Promise<Workspace> {
  const platform = new Platform({ url, token });
  try {
    return await platform.workspace(name);
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 403 && token instanceof StoredSession)) throw error;
    const params = { query: { workspace: name } };
    const { data } = await platform.raw.GET("/auth:checkAuth", { params });
    if (!data || data.authorized || !data.can_reauth || !data.org_id) throw error;
    await token.enterOrganization(data.org_id);
    return platform.workspace(name);
  }
}
