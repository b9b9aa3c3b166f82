import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { PlatformScope, WorkspaceScope } from "#shared/runtime/scope.ts";
import { tenantClients } from "#shared/runtime/tenantClients.ts";

export interface Database {
  client: DynamoDBDocumentClient;
  table: string;
}

const clients = tenantClients((settings, region, credentials) => {
  const endpoint = settings.endpoints.dynamodb;
  const client = new DynamoDBClient({
    region,
    ...(endpoint ? { endpoint } : {}),
    ...(credentials ? { credentials } : {}),
  });
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
});

/** The platform's own records: one table in the home region, read from everywhere. */
export function platformDatabase({ settings }: PlatformScope): Database {
  return { client: clients.own(settings, settings.home.awsRegion), table: settings.home.table };
}

/** The records of a workspace: they exist only in its region. */
export function workspaceDatabase(scope: WorkspaceScope): Database {
  return { client: clients.of(scope), table: scope.settings.regions[scope.region].table };
}
