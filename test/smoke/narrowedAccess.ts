import { GetDatabaseCommand, GlueClient } from "@aws-sdk/client-glue";
import { GetObjectCommand, HeadObjectCommand, ListObjectsV2Command } from "@aws-sdk/client-s3";
import { GetCommand, QueryCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { uploadKey, workspacePrefix } from "#shared/objects/keys.ts";
import { objectStore } from "#shared/objects/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { tenantCredentials } from "#shared/runtime/tenantCredentials.ts";
import { workspaceDatabase } from "#shared/store/dynamodb/database.ts";
import { headKey, projects } from "#shared/store/dynamodb/keys.ts";

/** Workspace and one of its files. */
export interface Holding {
  id: string;
  loadId: string;
  fileId: string;
}

/** Access that a program with a session's credentials may attempt. */
export interface Attempt {
  what: string;
  allowed: boolean;
  /** Rejects if the access is refused. */
  run: () => Promise<unknown>;
}

/**
 * Returns the allowed and forbidden accesses of a session for the workspace in `scope`, made with the clients and the
 * workspace credentials that the platform's functions use.
 */
export function attempts(scope: WorkspaceScope, own: Holding, other: Holding): Attempt[] {
  const { client, table: TableName } = workspaceDatabase(scope);
  const { client: objects, bucket: Bucket } = objectStore(scope);
  const query = (pk: string) =>
    client.send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: "pk = :pk",
        ExpressionAttributeValues: { ":pk": pk },
        Limit: 1,
      }),
    );
  const list = (Prefix: string) => objects.send(new ListObjectsV2Command({ Bucket, Prefix, MaxKeys: 1 }));
  const file = ({ id, loadId, fileId }: Holding) => ({ Bucket, Key: uploadKey(id, loadId, fileId) });
  const record = ({ id }: Holding) => client.send(new GetCommand({ TableName, Key: headKey(id) }));
  return [
    { what: "read its record", allowed: true, run: () => record(own) },
    { what: "list its projects", allowed: true, run: () => query(projects(own.id)) },
    { what: "read its file", allowed: true, run: () => readObject(objects, file(own)) },
    { what: "list its objects", allowed: true, run: () => list(workspacePrefix(own.id)) },
    { what: "read the other's record", allowed: false, run: () => record(other) },
    { what: "list the other's projects", allowed: false, run: () => query(projects(other.id)) },
    // Its ID with an additional digit: a workspace with an ID that starts with this one is also a different workspace.
    { what: "list the projects of a longer id", allowed: false, run: () => query(projects(`${own.id}0`)) },
    {
      what: "scan the table",
      allowed: false,
      run: () => client.send(new ScanCommand({ TableName, Limit: 1 })),
    },
    { what: "read the other's file", allowed: false, run: () => readObject(objects, file(other)) },
    {
      what: "ask for the size of the other's file",
      allowed: false,
      run: () => objects.send(new HeadObjectCommand(file(other))),
    },
    { what: "list the other's objects", allowed: false, run: () => list(workspacePrefix(other.id)) },
    { what: "list everybody's objects", allowed: false, run: () => list("") },
    ...glueAttempts(scope, own, other),
  ];
}

async function readObject(
  objects: ReturnType<typeof objectStore>["client"],
  place: { Bucket: string; Key: string },
): Promise<void> {
  const { Body } = await objects.send(new GetObjectCommand(place));
  await Body?.transformToByteArray();
}

/** Returns accesses to Glue: with Athena, each workspace has a separate database. */
function glueAttempts(scope: WorkspaceScope, own: Holding, other: Holding): Attempt[] {
  const { settings, region } = scope;
  if (settings.athena === null) return [];
  const { databasePrefix } = settings.athena;
  const glue = new GlueClient({ region: settings.regions[region].awsRegion, ...tenantCredentials(scope) });
  const database = async ({ id }: Holding) => {
    await glue.send(new GetDatabaseCommand({ Name: `${databasePrefix}${id}` })).catch((error: unknown) => {
      // The first query creates the database.
      if ((error as Error).name !== "EntityNotFoundException") throw error;
    });
  };
  return [
    { what: "read its database of SQL tables", allowed: true, run: () => database(own) },
    { what: "read the other's database of SQL tables", allowed: false, run: () => database(other) },
  ];
}

/** Returns whether an error is a refusal by policy, in each service's form. A response to HEAD has only a status. */
export function isRefusal(error: unknown): boolean {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
  if (name === "AccessDenied" || name === "AccessDeniedException") return true;
  return $metadata?.httpStatusCode === 403 && (name === "Forbidden" || name === "403" || name === "Unknown");
}

/** Attempts all accesses. Returns the unexpected results, one sentence each. */
export async function findUnexpected(all: readonly Attempt[]): Promise<string[]> {
  const found: string[] = [];
  for (const { what, allowed, run } of all) {
    const error = await run().then(
      () => null,
      (reason: unknown) => reason ?? new Error("refused"),
    );
    if (allowed && error !== null) found.push(`could not ${what}: ${nameOf(error)}`);
    if (!allowed && error === null) found.push(`could ${what}, which must be denied`);
    if (!allowed && error !== null && !isRefusal(error)) {
      found.push(`trying to ${what} did not end in a denial, but in ${nameOf(error)}`);
    }
  }
  return found;
}

function nameOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
