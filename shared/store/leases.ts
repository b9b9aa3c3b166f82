import { randomInt, randomUUID } from "node:crypto";
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { DeleteCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { type Database, workspaceDatabase } from "./dynamodb/database.ts";
import { listItems } from "./dynamodb/items.ts";
import { type Key, type LeaseKind, leaseKey, leases } from "./dynamodb/keys.ts";

/**
 * How long a lease counts, in milliseconds: a minute longer than any function may run, so that only the lease of one that died
 * ends in this way.
 */
export const LEASE_MS = 16 * 60_000;

/** The right to one more piece of a workspace's work: one of its slots, until `releaseLease`. */
export interface Lease {
  key: Key;
  token: string;
}

interface LeaseRecord {
  token: string;
  valid_until: number;
  /** Seconds since 1970: when the database may forget it. */
  expires_at: number;
}

/**
 * Takes one of the workspace's `limit` leases of a kind. Returns null while others hold all of them. Tries one slot at random
 * first, which is a single write while few are held, and then those that are free.
 */
export async function takeLease(
  scope: WorkspaceScope,
  kind: LeaseKind,
  limit: number,
  now = Date.now(),
): Promise<Lease | null> {
  const database = workspaceDatabase(scope);
  const token = randomUUID();
  const first = randomInt(limit);
  const chosen = leaseKey(scope.id, kind, first);
  if (await takeSlot(database, chosen, token, now)) return { key: chosen, token };
  const held = await heldSlots(database, leases(scope.id, kind), now);
  for (let offset = 0; offset < limit; offset += 1) {
    const key = leaseKey(scope.id, kind, (first + offset) % limit);
    if (!held.has(key.sk) && (await takeSlot(database, key, token, now))) return { key, token };
  }
  return null;
}

/** Gives a lease back. One that has expired meanwhile may be somebody else's by now, and stays. */
export async function releaseLease(scope: WorkspaceScope, { key, token }: Lease): Promise<void> {
  const { client, table } = workspaceDatabase(scope);
  await onCondition(() =>
    client.send(
      new DeleteCommand({
        TableName: table,
        Key: key,
        ConditionExpression: "#token = :token",
        ExpressionAttributeNames: { "#token": "token" },
        ExpressionAttributeValues: { ":token": token },
      }),
    ),
  );
}

/** Returns whether the slot was free. A put that is sent twice, because its first answer was lost, finds its own token. */
function takeSlot({ client, table }: Database, key: Key, token: string, now: number): Promise<boolean> {
  const valid_until = now + LEASE_MS;
  const record: LeaseRecord = { token, valid_until, expires_at: Math.ceil(valid_until / 1000) + 3600 };
  return onCondition(() =>
    client.send(
      new PutCommand({
        TableName: table,
        Item: { ...record, ...key },
        ConditionExpression: "attribute_not_exists(pk) OR valid_until <= :now OR #token = :token",
        ExpressionAttributeNames: { "#token": "token" },
        ExpressionAttributeValues: { ":now": now, ":token": token },
      }),
    ),
  );
}

async function heldSlots(database: Database, pk: string, now: number): Promise<Set<string>> {
  const { items } = await listItems<LeaseRecord>(database, pk);
  return new Set(items.filter(({ item }) => item.valid_until > now).map(({ sk }) => sk));
}

/** Returns whether the condition of a write held. */
async function onCondition(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
