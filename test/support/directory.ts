import { readLocalSecret } from "#local/idp/localSecret.ts";
import { request } from "./http.ts";
import type { Addresses } from "./lab.ts";

/** Calls by an identity provider administrator: users, organizations, memberships. */
export interface Directory {
  newOrganization: (name: string) => Promise<string>;
  /** Finds or creates the user; if names are passed, they replace the earlier ones. Returns the ID. */
  user: (email: string, names?: { first_name?: string; last_name?: string }) => Promise<string>;
  /** Finds or creates the membership. Returns the membership ID. */
  admit: (userId: string, orgId: string) => Promise<string>;
  dismiss: (membershipId: string) => Promise<void>;
  deleteUser: (userId: string) => Promise<void>;
}

/** Sends a call that only programs running under the platform's account can make. Returns the response body. */
export async function callLocalIdp(
  { idpUrl, dataDirectory }: Addresses,
  method: string,
  path: string,
  body?: object,
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came back
): Promise<any> {
  const token = await readLocalSecret(dataDirectory);
  const answer = await request(method, `${idpUrl}${path}`, { body, token });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

export function directoryOf(addresses: Addresses): Directory {
  const call = (method: string, path: string, body?: object) => callLocalIdp(addresses, method, path, body);
  return {
    newOrganization: async (name) => (await call("POST", "/local/organizations", { name })).id,
    user: async (email, names = {}) => (await call("POST", "/local/users", { email, ...names })).id,
    admit: async (user_id, organization_id) =>
      (await call("POST", "/local/memberships", { user_id, organization_id })).id,
    dismiss: async (id) => void (await call("DELETE", `/local/memberships/${id}`)),
    deleteUser: async (id) => void (await call("DELETE", `/local/users/${id}`)),
  };
}
