import { BatchWriteItemCommand, DynamoDBClient, type WriteRequest } from "@aws-sdk/client-dynamodb";
import {
  DeleteObjectsCommand,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  S3Client,
} from "@aws-sdk/client-s3";
import type { Config } from "../config.ts";
import { TENANT_PREFIX } from "../constructs/permissions/leadingKeys.ts";
import { names, type RegionName } from "../names.ts";
import { type Item, isClosedIn, workspaceRecords } from "./workspaceRecords.ts";

/** Counts of records and objects that a restore changes or would change. */
export interface Restored {
  /** Number of rewritten records. */
  put: number;
  /** Number of deleted newer records. */
  deleted: number;
  /** Number of restored objects. */
  objects: number;
}

export interface RestoreOptions {
  config: Config;
  region: RegionName;
  workspaceId: string;
  /** Restored table. */
  from: string;
  /** True for a dry run. */
  isDry: boolean;
}

/** Maximum number of items per write, and of objects per deletion. */
const BATCH_ITEMS = 25;
const BATCH_OBJECTS = 1000;
const PAUSE_MS = 200;

/**
 * Replaces the records of one workspace with those in a table restored from a recovery point, and restores its deleted
 * objects. The history is rolled back as a whole: newer records are deleted, and the head is written last. The workspace must
 * be closed; others are neither read nor changed. The restore can be interrupted and repeated.
 */
export async function restoreWorkspace(options: RestoreOptions): Promise<Restored> {
  const { config, region, workspaceId, from, isDry } = options;
  const database = new DynamoDBClient({ region: config.regions[region] });
  const table = names.table(region);
  // Objects come before the records that refer to them.
  return restoreRecords(database, { table, from, workspaceId, isDry }, () => bringBackObjects(options));
}

/**
 * Replaces the records of one workspace in a table. `restoreObjects` restores its objects, and returns their number; it is
 * called before anything is written.
 */
export async function restoreRecords(
  database: DynamoDBClient,
  { table, from, workspaceId, isDry }: { table: string; from: string; workspaceId: string; isDry: boolean },
  restoreObjects: () => Promise<number>,
): Promise<Restored> {
  if (!isDry && !(await isClosedIn(database, table, workspaceId)))
    throw new Error(
      `The workspace ${workspaceId} is not closed. Freeze it as CLOSED with workspace:freeze, and wait until its work has stopped.`,
    );
  const wanted = await workspaceRecords(database, from, workspaceId);
  if (wanted.size === 0) throw new Error(`${from} contains no records of workspace ${workspaceId}.`);
  const records = await workspaceRecords(database, table, workspaceId);
  const puts = [...wanted].filter(([key, item]) => canonical(records.get(key)) !== canonical(item));
  const deleted = [...records].filter(([key]) => !wanted.has(key));
  const objects = await restoreObjects();
  if (!isDry) {
    const byHead = puts.map(([, item]) => item).sort((a, b) => Number(isHead(a)) - Number(isHead(b)));
    const requests: WriteRequest[] = [
      // Children are found by their parents, so they are deleted first: an interrupted restore can be repeated.
      ...deleted
        .toReversed()
        .map(([, { pk = { S: "" }, sk = { S: "" } }]) => ({ DeleteRequest: { Key: { pk, sk } } })),
      ...byHead.map((Item) => ({ PutRequest: { Item } })),
    ];
    for (let at = 0; at < requests.length; at += BATCH_ITEMS) {
      await writeAll(database, table, requests.slice(at, at + BATCH_ITEMS));
    }
  }
  return { put: puts.length, deleted: deleted.length, objects };
}

function isHead({ sk }: Item): boolean {
  return sk?.S === "HEAD";
}

/** Returns JSON with sorted keys. */
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, inner) =>
      inner !== null && typeof inner === "object" && !Array.isArray(inner) && !ArrayBuffer.isView(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
    ) ?? ""
  );
}

async function writeAll(client: DynamoDBClient, table: string, requests: WriteRequest[]): Promise<void> {
  let left = requests;
  while (left.length > 0) {
    const answer = await client.send(new BatchWriteItemCommand({ RequestItems: { [table]: left } }));
    left = answer.UnprocessedItems?.[table] ?? [];
    if (left.length > 0) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** Removes the delete markers of a workspace's objects. Returns their number. */
async function bringBackObjects({ config, region, workspaceId, isDry }: RestoreOptions): Promise<number> {
  // Other endpoints do not support one host name per bucket.
  const forcePathStyle = process.env.AWS_ENDPOINT_URL_S3 !== undefined;
  const client = new S3Client({ region: config.regions[region], forcePathStyle });
  const Bucket = names.bucket(config, region);
  const Prefix = TENANT_PREFIX.replace(/\$\{.+\}/, workspaceId);
  const markers: { Key: string; VersionId: string }[] = [];
  for (let next: { KeyMarker?: string; VersionIdMarker?: string } | null = {}; next !== null; ) {
    const page: ListObjectVersionsCommandOutput = await client.send(
      new ListObjectVersionsCommand({ Bucket, Prefix, ...next }),
    );
    for (const { IsLatest, Key, VersionId } of page.DeleteMarkers ?? []) {
      if (IsLatest && Key && VersionId) markers.push({ Key, VersionId });
    }
    const { NextKeyMarker, NextVersionIdMarker } = page;
    next = page.IsTruncated
      ? {
          ...(NextKeyMarker && { KeyMarker: NextKeyMarker }),
          ...(NextVersionIdMarker && { VersionIdMarker: NextVersionIdMarker }),
        }
      : null;
  }
  for (let at = 0; !isDry && at < markers.length; at += BATCH_OBJECTS) {
    const Delete = { Objects: markers.slice(at, at + BATCH_OBJECTS), Quiet: true };
    const { Errors = [] } = await client.send(new DeleteObjectsCommand({ Bucket, Delete }));
    if (Errors.length > 0) {
      throw new Error(`${Errors.length} objects could not be restored: ${Errors[0]?.Key} ${Errors[0]?.Code}`);
    }
  }
  return markers.length;
}
