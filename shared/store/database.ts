import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { Settings } from "#shared/runtime/environment.ts";
import type { PlatformScope, WorkspaceScope } from "#shared/runtime/scope.ts";

export interface Database {
  client: DynamoDBDocumentClient;
  table: string;
}

const databases = new WeakMap<Settings, Map<string, Database>>();

/** The platform's own records: one table in the home region, read from everywhere. */
export function platformDatabase({ settings }: PlatformScope): Database {
  return databaseOf(settings, settings.home.awsRegion, settings.home.table);
}

/** The records of a workspace: they exist only in its region. */
export function workspaceDatabase(scope: WorkspaceScope): Database {
  const region = scope.settings.regions[scope.region];
  return databaseOf(scope.settings, region.awsRegion, region.table);
}

function databaseOf(settings: Settings, awsRegion: string, table: string): Database {
  const known = databases.get(settings) ?? new Map<string, Database>();
  databases.set(settings, known);
  const existing = known.get(`${awsRegion}/${table}`);
  if (existing) return existing;
  const endpoint = settings.endpoints.dynamodb;
  const client = new DynamoDBClient({ region: awsRegion, ...(endpoint ? { endpoint } : {}) });
  const database = {
    client: DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
    table,
  };
  known.set(`${awsRegion}/${table}`, database);
  return database;
}
