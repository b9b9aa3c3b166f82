import { againIfErased } from "#shared/history/relations/againIfErased.ts";
import { historyNotRead } from "#shared/iceberg/describedVersions.ts";
import { type IcebergTable, icebergTable } from "#shared/iceberg/icebergTable.ts";
import type { Job } from "#shared/runtime/scope.ts";

export interface IcebergInput {
  tableId: string;
  tags: { name: string; version_id: string }[];
}

/**
 * Time for which the history is read, and snapshots of earlier versions are written, in milliseconds: most of the 29 s that a
 * gateway waits for a response.
 */
const WRITING_MS = 20_000;

/** Returns a table's metadata for clients of Iceberg, complete or not at all; null for a table without versions. */
export const describeForIceberg: Job<IcebergInput, IcebergTable | null> = {
  name: "describeForIceberg",
  kind: "query",
  run: (scope, { tableId, tags }) =>
    againIfErased(() => icebergTable(scope, tableId, tags, Date.now() + WRITING_MS)),
  stopped: historyNotRead,
};
