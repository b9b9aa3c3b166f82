import { ListObjectsV2Command } from "@aws-sdk/client-s3";
import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { workspacePrefix } from "#shared/objects/keys.ts";
import { objectStore } from "#shared/objects/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { workspaceDatabase } from "#shared/store/dynamodb/database.ts";
import { readWorkspace } from "#shared/store/workspaces.ts";

/**
 * Everything stored for a set of workspaces in one region: their records, their items with content, and their objects with
 * digests.
 */
export async function tracesOf(scope: WorkspaceScope, ...others: WorkspaceScope[]): Promise<string[]> {
  const scopes = [scope, ...others];
  const [records, items, objects] = await Promise.all([
    Promise.all(scopes.map((one) => readWorkspace(one, one.id))),
    itemsOf(scopes),
    Promise.all(scopes.map(objectsOf)),
  ]);
  return [...records.map(canonical), ...items, ...objects.flat()].sort();
}

/** Returns equal strings for equal content, because the database does not preserve field order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [two]) => (one < two ? -1 : 1)))
      : part,
  );
}

async function itemsOf(scopes: readonly WorkspaceScope[]): Promise<string[]> {
  const [first] = scopes;
  if (!first) return [];
  const { client, table } = workspaceDatabase(first);
  const ids = scopes.flatMap(({ id }) => [id, id.padStart(16, "0")]);
  const all: string[] = [];
  let last: Record<string, unknown> | undefined;
  do {
    const start = last ? { ExclusiveStartKey: last } : {};
    const page = await client.send(new ScanCommand({ TableName: table, ...start }));
    for (const item of page.Items ?? []) {
      const key = `${item.pk} ${item.sk}`;
      // Every request adds its record, also one that changes nothing.
      const isRecord = /#AUDIT/.test(String(item.pk));
      if (!isRecord && ids.some((id) => key.includes(id))) all.push(canonical(item));
    }
    last = page.LastEvaluatedKey;
  } while (last);
  return all;
}

async function objectsOf(scope: WorkspaceScope): Promise<string[]> {
  const { client, bucket } = objectStore(scope);
  const all: string[] = [];
  let token: string | undefined;
  do {
    const page = await client.send(
      new ListObjectsV2Command({
        Bucket: bucket,
        Prefix: workspacePrefix(scope.id),
        ContinuationToken: token,
      }),
    );
    all.push(...(page.Contents ?? []).map(({ Key, ETag, Size }) => `${Key} ${ETag} ${Size}`));
    token = page.NextContinuationToken;
  } while (token);
  return all;
}
