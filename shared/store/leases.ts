import { randomInt, randomUUID } from "node:crypto";
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { DeleteCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { type Database, workspaceDatabase } from "./dynamodb/database.ts";
import { listItems } from "./dynamodb/items.ts";
import type { Key } from "./dynamodb/keyParts.ts";
import { type LeaseKind, leaseKey, leases } from "./dynamodb/keys.ts";

/**
 * Duration of a lease, in milliseconds: a minute longer than any function may run, so that only the lease of a dead function
 * expires.
 */
export const LEASE_MS = 16 * 60_000;

/** Slot for one more unit of a workspace's work, valid until `releaseLease` is called. */
export interface Lease {
  key: Key;
  token: string;
}

interface LeaseRecord {
  token: string;
  valid_until: number;
  /** Time to live of the item, in seconds since 1970. */
  expires_at: number;
}

/**
 * Acquires one of the workspace's `limit` leases of a kind. Returns null if all are in use. Tries a random slot first, which
 * needs only one write while few are in use, and then the free ones.
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
  const heldIds = await heldSlots(database, leases(scope.id, kind), now);
  for (let offset = 0; offset < limit; offset += 1) {
    const key = leaseKey(scope.id, kind, (first + offset) % limit);
    if (!heldIds.has(key.sk) && (await takeSlot(database, key, token, now))) return { key, token };
  }
  return null;
}

/** Releases a lease. A lease that has expired in the meantime may have a new owner, and is left unchanged. */
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

/**
 * Acquires a slot if it is free, and returns whether it did. A put that is repeated because its first response was lost finds
 * its token in the slot.
 */
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

/** Returns whether the condition of a write was satisfied. */
async function onCondition(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
