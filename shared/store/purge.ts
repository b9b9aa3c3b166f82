import { foldReference } from "#shared/domain/table.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { type Database, workspaceDatabase } from "./dynamodb/database.ts";
import { deleteItems, listItems } from "./dynamodb/items.ts";
import { ofProject, ofRound } from "./dynamodb/keyParts.ts";
import {
  activeProjects,
  activeTables,
  activeTasks,
  archivedTables,
  artifacts,
  auditEnds,
  auditGroups,
  compactionMarkKey,
  erasingKey,
  erasures,
  erasureUnderWayKey,
  fileContents,
  files,
  frozenKey,
  headKey,
  idempotencyKeys,
  ingestedFiles,
  leases,
  loadFiles,
  loads,
  loadUnderWayKey,
  orders,
  pendingTasks,
  projects,
  queries,
  queryUnderWayKey,
  referenceKey,
  releasedReferences,
  replacedManifests,
  requestCountKey,
  rounds,
  snapshots,
  stagedBytesKey,
  sweeps,
  tables,
  tableVersions,
  tags,
  taskCounterKey,
  tasks,
  taskUnderWayKey,
  transfers,
  transferUnderWayKey,
  usageDays,
  versions,
  watchedLoads,
} from "./dynamodb/keys.ts";

/** Number of items processed between checks of the deadline. */
const PAGE_SIZE = 100;

/**
 * Removes the records of a workspace until none are left or `deadline` (ms since 1970) has passed. Items that are found
 * through another item are removed before it, so that the purge can be interrupted anywhere and repeated. Returns whether it
 * finished, and how many items it removed.
 */
export async function purgeRecords(
  scope: WorkspaceScope,
  deadline: number,
): Promise<{ ended: boolean; removed: number }> {
  const purge = new Purge(workspaceDatabase(scope), deadline);
  const { id } = scope;
  const ended =
    (await purge.withChildren(tasks(id), ({ id: task }) => ({ keys: [taskUnderWayKey(id, task)] }))) &&
    (await purge.withChildren(queries(id), ({ id: query }) => ({ keys: [queryUnderWayKey(id, query)] }))) &&
    (await purge.withChildren(loads(id), (load) => childrenOfLoad(id, load))) &&
    (await purge.withChildren(tables(id), (table) => childrenOfTable(id, table))) &&
    (await purge.withChildren(rounds(id), ({ id: round }) => ({
      lists: [
        ofRound(loads(id), round),
        ofRound(tasks(id), round),
        ofRound(artifacts(id), round),
        ofRound(orders(id), round),
        idempotencyKeys(id, `R#${round}`),
      ],
    }))) &&
    (await purge.withChildren(projects(id), ({ id: project }) => ({
      lists: [
        ofProject(rounds(id), project),
        ofProject(loads(id), project),
        ofProject(tasks(id), project),
        ofProject(artifacts(id), project),
        ofProject(orders(id), project),
        idempotencyKeys(id, `P#${project}`),
      ],
    }))) &&
    (await purge.withChildren(erasures(id), ({ id: erasure }) => ({
      keys: [erasureUnderWayKey(id, erasure)],
    }))) &&
    (await purge.withChildren(transfers(id), ({ id: transfer }) => ({
      keys: [transferUnderWayKey(id, transfer)],
    }))) &&
    (await purge.lists([
      activeProjects(id),
      activeTables(id),
      activeTasks(id),
      pendingTasks(id),
      artifacts(id),
      orders(id),
      files(id),
      fileContents(id),
      snapshots(id),
      versions(id),
      tags(id),
      auditGroups(id),
      auditEnds(id),
      usageDays(id),
      replacedManifests(id),
      releasedReferences(id),
      sweeps(id),
      watchedLoads(id),
      idempotencyKeys(id, "W"),
      leases(id, "QUERY"),
      leases(id, "UPLOAD"),
    ])) &&
    (await purge.keys([
      headKey(id),
      frozenKey(id),
      erasingKey(id),
      stagedBytesKey(id),
      requestCountKey(id),
      taskCounterKey(id),
    ]));
  return { ended, removed: purge.removed };
}

function childrenOfLoad(workspaceId: string, load: Parent): Children {
  const attempts = Array.from({ length: load.attempt ?? 0 }, (_, index) => index + 1);
  return {
    lists: [
      loadFiles(workspaceId, load.id),
      ...attempts.map((attempt) => ingestedFiles(workspaceId, load.id, attempt)),
    ],
    keys: [loadUnderWayKey(workspaceId, load.id)],
  };
}

function childrenOfTable(workspaceId: string, table: Parent): Children {
  const folded = foldReference(table.reference ?? "");
  return {
    lists: [tableVersions(workspaceId, table.id), archivedTables(workspaceId, folded)],
    keys: [referenceKey(workspaceId, folded), compactionMarkKey(workspaceId, table.id)],
  };
}

/** Fields of an item that lead to its dependent items. */
interface Parent {
  id: string;
  /** Present only in a load. */
  attempt?: number;
  /** Present only in a table. */
  reference?: string;
}

/** Lists and items that can only be found through another item. */
interface Children {
  lists?: string[];
  keys?: { pk: string; sk: string }[];
}

class Purge {
  removed = 0;
  readonly #database: Database;
  readonly #deadline: number;

  constructor(database: Database, deadline: number) {
    this.#database = database;
    this.#deadline = deadline;
  }

  /** Removes a list, together with the dependent items of each item. Returns false if the deadline has passed. */
  async withChildren(pk: string, childrenOf: (item: Parent) => Children): Promise<boolean> {
    for (;;) {
      const { items } = await listItems<Parent>(this.#database, pk, { limit: PAGE_SIZE });
      if (items.length === 0) return true;
      for (const { sk, item } of items) {
        const { lists = [], keys = [] } = childrenOf(item);
        if (!(await this.lists(lists))) return false;
        await deleteItems(this.#database, [...keys, { pk, sk }]);
        this.removed += 1;
      }
    }
  }

  async lists(pks: readonly string[]): Promise<boolean> {
    for (const pk of pks) {
      for (;;) {
        const { items, more } = await listItems<object>(this.#database, pk, { limit: PAGE_SIZE });
        await deleteItems(
          this.#database,
          items.map(({ sk }) => ({ pk, sk })),
        );
        this.removed += items.length;
        // Checked after the work, so that every call removes something.
        if (Date.now() > this.#deadline && this.removed > 0) return false;
        if (!more) break;
      }
    }
    return true;
  }

  async keys(keys: readonly { pk: string; sk: string }[]): Promise<boolean> {
    await deleteItems(this.#database, keys);
    return true;
  }
}
