import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { PlatformScope, WorkspaceScope } from "#shared/runtime/scope.ts";
import { scopedClients } from "#shared/runtime/scopedClients.ts";
import { inProcessDatabase } from "./inProcessDatabase.ts";
import type { Key } from "./keyParts.ts";

/** Reads items as they will be after the changes that are waiting for a transaction. */
export interface PendingReads {
  /** Returns an item; null if it will not exist, and undefined if no change writes it. */
  read: (key: Key) => { item: unknown; revision: number } | null | undefined;
  /** Throws if a change writes one of the items. */
  requireUnchanged: (keys: readonly Key[]) => void;
  /** Throws if a change writes an item of a list. */
  requireUnchangedList: (pk: string) => void;
}

export interface Database {
  client: DynamoDBDocumentClient;
  table: string;
  /** Changes that have not been written yet but that reads of single items take into account. */
  pending?: PendingReads | undefined;
}

const clients = scopedClients(({ endpoints: { dynamodb: endpoint }, callDatabase }, location) => {
  const client = callDatabase
    ? inProcessDatabase(location, callDatabase)
    : new DynamoDBClient({ ...location, ...(endpoint && { endpoint }) });
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
});

/** Returns the platform's table, in the home region; all regions read it. */
export function platformDatabase(scope: PlatformScope): Database {
  return { client: clients.ofPlatform(scope), table: scope.settings.home.table };
}

/** Returns the table that contains the records of a workspace, in its region. */
export function workspaceDatabase(scope: WorkspaceScope): Database {
  const { table } = scope.settings.regions[scope.region];
  return { client: clients.of(scope), table, pending: pendingOf.get(scope) };
}

const pendingOf = new WeakMap<WorkspaceScope, PendingReads>();

/**
 * Returns a copy of the scope for reads that take into account the changes waiting for a transaction. It must not be used for
 * writing.
 */
export function seeingPending(scope: WorkspaceScope, pending: PendingReads): WorkspaceScope {
  const seeing = { ...scope };
  pendingOf.set(seeing, pending);
  return seeing;
}
