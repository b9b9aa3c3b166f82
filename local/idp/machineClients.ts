import { timingSafeEqual } from "node:crypto";
import { organizationOf } from "./directory.ts";
import { IdpError } from "./idpError.ts";
import type { IdpState, MachineClient } from "./idpState.ts";
import type { Change } from "./idpStore.ts";
import { newId } from "./newId.ts";
import { newSecret } from "./signIn/sessions.ts";

/**
 * Finds or creates the client for programs that act on behalf of an organization with a role; one client for each is enough.
 */
export function ensureMachineClient(
  { state, at }: Change,
  organizationId: string,
  role = "member",
): MachineClient {
  const { id } = organizationOf(state, organizationId);
  const existing = state.machineClients.find(
    (client) => client.organization_id === id && client.role === role,
  );
  if (existing) return existing;
  const client: MachineClient = {
    client_id: newId("client"),
    client_secret: newSecret(),
    organization_id: id,
    role,
    created_at: at,
  };
  state.machineClients.push(client);
  return client;
}

export function machineClientOf(state: Readonly<IdpState>, clientId: string, secret: string): MachineClient {
  const client = state.machineClients.find((candidate) => candidate.client_id === clientId);
  if (client && isSameSecret(client.client_secret, secret)) return client;
  throw new IdpError(401, "invalid_client", "The client is unknown or its secret is wrong.");
}

/** Compares in constant time. */
export function isSameSecret(expected: string, given: string): boolean {
  const [left, right] = [Buffer.from(expected), Buffer.from(given)];
  return left.length === right.length && timingSafeEqual(left, right);
}
