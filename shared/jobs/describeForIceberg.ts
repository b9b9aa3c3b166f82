import { againIfErased } from "#shared/history/relations/againIfErased.ts";
import { type IcebergTable, icebergTable } from "#shared/iceberg/icebergTable.ts";
import { historyNotRead } from "#shared/iceberg/versionFacts.ts";
import type { Job } from "#shared/runtime/scope.ts";

export interface IcebergInput {
  tableId: string;
  tags: { name: string; version_id: string }[];
}

/** Time for which the history is read, and snapshots of earlier versions are written, in milliseconds. */
const WRITING_MS = 10_000;

/** Returns a table's metadata for clients of Iceberg; null for a table without versions. */
export const describeForIceberg: Job<IcebergInput, IcebergTable | null> = {
  name: "describeForIceberg",
  kind: "query",
  run: (scope, { tableId, tags }) =>
    againIfErased(() => icebergTable(scope, tableId, tags, Date.now() + WRITING_MS)),
  stopped: historyNotRead,
};
