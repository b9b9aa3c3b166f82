import { isIP } from "node:net";
import { localIdp } from "#infra/local/idp/localIdp.ts";
import { OptionError, type Options } from "./options.ts";
import { send } from "./send.ts";

/** Whose tokens there are. */
export interface People {
  staffToken: string;
  /** A member's token for a workspace that is READY; null where only its organization's people have one. */
  memberTokenOf: (workspace: string) => Promise<string | null>;
}

interface Strategy {
  client_id: string;
  auth_api_url: string;
}

/** Tokens as they were given; on a local platform they are had from its identity provider. */
export async function peopleOf({ baseUrl, staffToken }: Options, signal: AbortSignal): Promise<People> {
  const strategy = await strategyOf(baseUrl, signal);
  const local = isLoopback(baseUrl) && isLoopback(strategy.auth_api_url);
  const idp = localIdp(strategy.auth_api_url);
  const settings = local ? await idp.settings().catch(() => null) : null;
  if (settings === null) {
    if (staffToken === null) throw new OptionError(staffTokenMissing(strategy));
    return { staffToken, memberTokenOf: async () => null };
  }
  const { clientId, staffOrganizationId } = settings;
  return {
    staffToken: staffToken ?? (await idp.userToken(clientId, "staff@example.org", staffOrganizationId)),
    memberTokenOf: async (workspace) => {
      const [organization] = await idp.workspaceOrganizations(workspace);
      if (organization === undefined) return null;
      // Somebody else in each: one who is a member of both could pass for a member of the other.
      return idp.userToken(clientId, `${workspace}@example.org`, organization);
    },
  };
}

function staffTokenMissing({ auth_api_url }: Strategy): string {
  return (
    "A token of platform staff is needed: set SMOKE_STAFF_TOKEN, or give --staff-token. " +
    `People sign in at ${auth_api_url}.`
  );
}

/** What the platform tells everybody: where to sign in. The first request of all, so it says best what is wrong. */
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
