import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { PlatformScope, WorkspaceScope } from "#shared/runtime/scope.ts";
import { scopedClients } from "#shared/runtime/scopedClients.ts";
import { inProcessDatabase } from "./inProcessDatabase.ts";

export interface Database {
  client: DynamoDBDocumentClient;
  table: string;
}

const clients = scopedClients(({ endpoints: { dynamodb: endpoint }, callDatabase }, place) => {
  const client = new DynamoDBClient({
    ...place,
    ...(endpoint && { endpoint }),
    ...(callDatabase && inProcessDatabase(callDatabase)),
  });
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
});

/** Returns the platform's table, in the home region, which all regions read. */
export function platformDatabase(scope: PlatformScope): Database {
  return { client: clients.ofPlatform(scope), table: scope.settings.home.table };
}

/** Returns the table with the records of a workspace, in its region. */
export function workspaceDatabase(scope: WorkspaceScope): Database {
  return { client: clients.of(scope), table: scope.settings.regions[scope.region].table };
}
