import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { Settings } from "#shared/runtime/environment.ts";
import { perTenant } from "#shared/runtime/perTenant.ts";
import type { PlatformScope, WorkspaceScope } from "#shared/runtime/scope.ts";
import { tenantCredentials } from "#shared/runtime/tenantCredentials.ts";

export interface Database {
  client: DynamoDBDocumentClient;
  table: string;
}

/** How many workspaces' clients one process keeps. */
const MOST = 100;

const ofPlatform = new WeakMap<Settings, DynamoDBDocumentClient>();
const ofWorkspaces = perTenant(
  (scope) =>
    newClient(scope.settings, scope.settings.regions[scope.region].awsRegion, tenantCredentials(scope)),
  MOST,
);

/** The platform's own records: one table in the home region, read from everywhere. */
export function platformDatabase({ settings }: PlatformScope): Database {
  const client = ofPlatform.get(settings) ?? newClient(settings, settings.home.awsRegion, {});
  ofPlatform.set(settings, client);
  return { client, table: settings.home.table };
}

/** The records of a workspace: they exist only in its region. */
export function workspaceDatabase(scope: WorkspaceScope): Database {
  return { client: ofWorkspaces(scope), table: scope.settings.regions[scope.region].table };
}

function newClient(
  { endpoints }: Settings,
  region: string,
  credentials: ReturnType<typeof tenantCredentials>,
): DynamoDBDocumentClient {
  const endpoint = endpoints.dynamodb;
  const client = new DynamoDBClient({ region, ...(endpoint ? { endpoint } : {}), ...credentials });
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
}
