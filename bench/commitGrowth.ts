import { composeId } from "#shared/domain/id.ts";
import { undo } from "#shared/domain/loads/loadTransitions.ts";
import type { DataFile } from "#shared/domain/loads/manifest.ts";
import { emptyManifest } from "#shared/domain/loads/manifest.ts";
import { commitRevision } from "#shared/history/commitRevision.ts";
import { relationsOf } from "#shared/history/relations/relations.ts";
import { withManifest } from "#shared/history/tableRecords.ts";
import { dataFileKey } from "#shared/objects/keys.ts";
import { PendingObjects, withFiles } from "#shared/objects/manifests.ts";
import { newId } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { workspaceDatabase } from "#shared/store/dynamodb/database.ts";
import { itemWrite, transact, type Write } from "#shared/store/dynamodb/items.ts";
import { headKey, tableVersionKey, versionKey } from "#shared/store/dynamodb/keys.ts";
import { changeLoad } from "#shared/store/loads.ts";
import { readTableByReference } from "#shared/store/tables.ts";
import { tableWrites } from "#shared/store/tableWrites.ts";
import { readHead } from "#shared/store/versions.ts";
import type { Say } from "./support/benchmark.ts";
import type { Figure } from "./support/figure.ts";
import { createIngestedLoad, type HistoryLab, newHistory, ROWS, TABLE } from "./support/historyLab.ts";
import { SimulatedAws, type Traffic } from "./support/simulatedAws.ts";

/** Number of commits before the measured commit. At multiples of a thousand, the current segment is full. */
const VERSIONS = [10, 100, 1_000, 10_000];
const MAX_TRANSACTION_ITEMS = 100;

/**
 * Measures the reads and writes for one commit, for its undo, and for the start of a query, as a table's history grows. The
 * counts are exact, not timed.
 */
export async function commitGrowth(lab: HistoryLab, say: Say): Promise<Figure[]> {
  say("reads and writes of the last commit, by the number of commits to one table (bytes of bodies, calls)");
  const written: number[] = [];
  for (const count of VERSIONS) {
    const id = newId();
    const plain = lab.open(id, new SimulatedAws(0, ""));
    await newHistory(plain.scope);
    await addVersions(plain.scope, count - 2);
    const load = await createIngestedLoad(plain.scope);
    const commit = await trafficOf(lab, id, load.commit);
    const undone = await changeLoad(plain.scope, load.id, (done) =>
      undo(done, { by: "user_1", at: done.updated_at }),
    );
    const undoing = await trafficOf(lab, id, (scope) => commitRevision(scope, undone));
    const query = await trafficOf(lab, id, async (scope) => {
      await relationsOf(scope, () => true)(TABLE, undefined);
    });
    say(`${count.toLocaleString("en").padStart(6)}: commit ${formatTraffic(commit)}`);
    say(`        undo ${formatTraffic(undoing)}`);
    say(`        start of a query ${formatTraffic(query)}`);
    written.push(commit.sent);
  }
  const reference = written.at(-2) ?? Number.NaN;
  return [
    {
      what: "KB written by a commit, 10,000 / 1,000 versions",
      value: (written.at(-1) ?? Number.NaN) / 1000,
      unit: "",
      reference: reference / 1000,
      target: { of: "ratio", bound: "at most", limit: 1.1 },
    },
  ];
}

async function trafficOf(
  lab: HistoryLab,
  workspaceId: string,
  work: (scope: WorkspaceScope) => Promise<void>,
): Promise<Traffic> {
  const { scope, traffic } = lab.open(workspaceId, new SimulatedAws(0, ""));
  await work(scope);
  return traffic;
}

function formatTraffic({ calls, sent, received }: Traffic): string {
  const names = Object.entries(calls).map(([name, count]) => `${count} ${name.replace("Command", "")}`);
  return `${kilobytes(sent)} sent, ${kilobytes(received)} received: ${names.join(", ")}`;
}

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} KB`;

/** Writes the history that this many one-file commits would produce, because 10,000 real commits would take minutes. */
async function addVersions(scope: WorkspaceScope, count: number): Promise<void> {
  const stored = await readTableByReference(scope, TABLE);
  const before = stored.item;
  const head = await readHead(scope);
  const files: DataFile[] = [];
  const writes: Write[] = [];
  const first = Date.UTC(2025, 6, 1);
  for (let index = 0; index < count; index += 1) {
    const id = composeId(first + index * 60_000, index % 4096);
    const key = dataFileKey(scope.id, id, 1, id);
    files.push({ key, load_id: id, context: { kind: "PROJECT", project_id: id }, rows: ROWS, bytes: 4_096 });
    const tables = [{ table_id: before.id, reference: TABLE }];
    const stamp = { created_at: before.created_at, created_by: before.created_by };
    const version = { id, kind: "LOAD", load_id: id, tables, ...stamp };
    const of = { version_id: id, manifest_key: before.manifest_key };
    writes.push(
      { kind: "put", key: versionKey(scope.id, id), item: version },
      { kind: "put", key: tableVersionKey(scope.id, before.id, id), item: of },
    );
  }
  for (let start = 0; start < writes.length; start += MAX_TRANSACTION_ITEMS) {
    await transact(workspaceDatabase(scope), writes.slice(start, start + MAX_TRANSACTION_ITEMS));
  }
  const objects = new PendingObjects(scope);
  const start = { ...emptyManifest(before.id, before.version_id, before.columns) };
  const manifest = await withFiles(scope, objects, start, files);
  const after = withManifest(scope, objects, before, manifest);
  await objects.written();
  await transact(workspaceDatabase(scope), [
    itemWrite(headKey(scope.id), head, head.item),
    ...tableWrites(scope, stored, after),
  ]);
}
