import { LRUCache } from "lru-cache";
import { icebergListKey, icebergPrefix } from "#shared/objects/keys.ts";
import { listObjects } from "#shared/objects/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import type { StoredTable } from "#shared/store/tables.ts";
import type { TableVersion } from "#shared/store/tableVersions.ts";

/** Sizes of the objects that describe a table, in bytes by key. */
export type DerivedSizes = Map<string, number>;

interface KnownObjects {
  /** Marker of the table's last erasure when the objects were listed. */
  erased: string | undefined;
  sizes: DerivedSizes;
}

const MAX_KNOWN_TABLES = 50;
/** A table with more objects is listed for each request. */
const MAX_KNOWN_OBJECTS = 200_000;
/** Time after which objects are listed again, in case an operator has deleted some. */
const LISTED_MS = 600_000;

const known = new LRUCache<string, KnownObjects>({
  max: MAX_KNOWN_TABLES,
  maxSize: MAX_KNOWN_OBJECTS,
  sizeCalculation: ({ sizes }) => sizes.size + 1,
  ttl: LISTED_MS,
});

/** Lists the objects that describe a table. */
export async function derivedSizes(scope: WorkspaceScope, tableId: string): Promise<DerivedSizes> {
  const sizes: DerivedSizes = new Map();
  for await (const { key, bytes } of listObjects(scope, icebergPrefix(scope.id, tableId), null)) {
    sizes.set(key, bytes);
  }
  return sizes;
}

/**
 * Returns the objects that describe a table. Lists them only if this process has not done so for ten minutes or does not know
 * a snapshot of one of the versions, or if rows of the table have been erased since then: without an erasure, the platform
 * never deletes an object that describes a current manifest.
 */
export async function knownObjects(
  scope: WorkspaceScope,
  table: StoredTable | null,
  tableId: string,
  versions: readonly TableVersion[],
): Promise<DerivedSizes> {
  const found = known.get(keyOf(scope, tableId));
  const isCurrent = table !== null && table.item.erasing === undefined && found?.erased === table.item.erased;
  const isComplete = versions.every(
    ({ manifest_key }) => manifest_key === null || found?.sizes.has(icebergListKey(manifest_key)),
  );
  return found && isCurrent && isComplete ? found.sizes : derivedSizes(scope, tableId);
}

/** Remembers the objects of a table, unless it is being erased. */
export function noteObjects(scope: WorkspaceScope, table: StoredTable | null, sizes: DerivedSizes): void {
  if (!table || table.item.erasing !== undefined) return;
  const key = keyOf(scope, table.item.id);
  // Only a new listing restarts the time limit.
  if (known.peek(key)?.sizes !== sizes) known.set(key, { erased: table.item.erased, sizes });
}

function keyOf({ settings, region, id }: WorkspaceScope, tableId: string): string {
  return [settings.platformUrl, settings.scratchDirectory, settings.regions[region].bucket, id, tableId].join(
    "\n",
  );
}
