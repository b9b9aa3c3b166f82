import { isIP } from "node:net";
import { localIdp } from "#local/idp/localIdp.ts";
import type { Options } from "./options.ts";
import { send } from "./send.ts";

/** Sources of access tokens. */
export interface People {
  staffToken: string;
  /** Returns a member's token for a workspace that is READY; null if only users in its organization have one. */
  memberTokenOf: (workspace: string) => Promise<string | null>;
}

interface Strategy {
  client_id: string;
  auth_api_url: string;
}

/** Returns the given tokens; on a local platform, gets tokens from its identity provider. */
export async function readTokens(
  { baseUrl, staffToken, dataDirectory }: Options,
  signal: AbortSignal,
): Promise<People> {
  const strategy = await strategyOf(baseUrl, signal);
  const local = isLoopback(baseUrl) && isLoopback(strategy.auth_api_url);
  const idp = localIdp({ idpUrl: strategy.auth_api_url, dataDirectory });
  const settings = local ? await idp.settings().catch((error: Error) => error) : null;
  if (settings === null || settings instanceof Error) {
    if (staffToken === undefined) throw new Error(staffTokenMissing(strategy, settings));
    return { staffToken, memberTokenOf: async () => null };
  }
  const { clientId, staffOrganizationId } = settings;
  return {
    staffToken: staffToken ?? (await idp.userToken(clientId, "staff@example.org", staffOrganizationId)),
    memberTokenOf: async (workspace) => {
      const [organization] = await idp.workspaceOrganizations(workspace);
      if (organization === undefined) return null;
      // Each workspace has a different user: a member of both workspaces could be mistaken for a member of the other.
      return idp.userToken(clientId, `${workspace}@example.org`, organization);
    },
  };
}

function staffTokenMissing({ auth_api_url }: Strategy, reason: Error | null): string {
  return (
    (reason === null ? "" : `${reason.message} `) +
    "A token of platform staff is needed: set SMOKE_STAFF_TOKEN, or give --staff-token. " +
    `People sign in at ${auth_api_url}.`
  );
}

/** Reads how users sign in. This is the first request, so its error best describes an incorrect URL. */
async function strategyOf(baseUrl: string, signal: AbortSignal): Promise<Strategy> {
  const request = { method: "GET", origin: baseUrl, path: "/auth:apiStrategy", signal };
  const answer = await send(request).catch((cause: unknown) => {
    throw new Error(`${baseUrl} cannot be reached`, { cause });
  });
  if (answer.status !== 200 || typeof answer.json?.auth_api_url !== "string") {
    throw new Error(
      `${baseUrl} is not a platform's address: GET /auth:apiStrategy answered HTTP ${answer.status}, not how to sign in`,
    );
  }
  return answer.json as unknown as Strategy;
}

function isLoopback(url: string): boolean {
  const host = URL.parse(url)?.hostname ?? "";
  return host === "localhost" || host === "[::1]" || (isIP(host) === 4 && host.startsWith("127."));
}
