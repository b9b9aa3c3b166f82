import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { PlatformScope, WorkspaceScope } from "#shared/runtime/scope.ts";
import { scopedClients } from "#shared/runtime/scopedClients.ts";

export interface Database {
  client: DynamoDBDocumentClient;
  table: string;
}

const clients = scopedClients(({ endpoints: { dynamodb: endpoint } }, place) => {
  const client = new DynamoDBClient({ ...place, ...(endpoint ? { endpoint } : {}) });
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
});

/** The platform's own records: one table in the home region, read from everywhere. */
export function platformDatabase(scope: PlatformScope): Database {
  return { client: clients.ofPlatform(scope), table: scope.settings.home.table };
}

/** The records of a workspace: they exist only in its region. */
export function workspaceDatabase(scope: WorkspaceScope): Database {
  return { client: clients.of(scope), table: scope.settings.regions[scope.region].table };
}
