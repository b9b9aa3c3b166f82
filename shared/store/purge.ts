import { foldReference } from "#shared/domain/table.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { type Database, workspaceDatabase } from "./dynamodb/database.ts";
import { deleteItems, listItems } from "./dynamodb/items.ts";
import { ofProject, ofRound } from "./dynamodb/keyParts.ts";
import * as keys from "./dynamodb/keys.ts";

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
    (await purge.withChildren(keys.tasks(id), ({ id: task }) => ({
      keys: [keys.taskUnderWayKey(id, task)],
    }))) &&
    (await purge.withChildren(keys.queries(id), ({ id: query }) => ({
      keys: [keys.queryUnderWayKey(id, query)],
    }))) &&
    (await purge.withChildren(keys.loads(id), (load) => childrenOfLoad(id, load))) &&
    (await purge.withChildren(keys.tables(id), (table) => childrenOfTable(id, table))) &&
    (await purge.withChildren(keys.rounds(id), ({ id: round }) => ({
      lists: [
        ofRound(keys.loads(id), round),
        ofRound(keys.tasks(id), round),
        ofRound(keys.artifacts(id), round),
        ofRound(keys.orders(id), round),
        keys.idempotencyKeys(id, `R#${round}`),
      ],
    }))) &&
    (await purge.withChildren(keys.projects(id), ({ id: project }) => ({
      lists: [
        ofProject(keys.rounds(id), project),
        ofProject(keys.loads(id), project),
        ofProject(keys.tasks(id), project),
        ofProject(keys.artifacts(id), project),
        ofProject(keys.orders(id), project),
        keys.idempotencyKeys(id, `P#${project}`),
      ],
    }))) &&
    (await purge.withChildren(keys.erasures(id), ({ id: erasure }) => ({
      keys: [keys.erasureUnderWayKey(id, erasure)],
    }))) &&
    (await purge.withChildren(keys.transfers(id), ({ id: transfer }) => ({
      keys: [keys.transferUnderWayKey(id, transfer)],
    }))) &&
    (await purge.lists([
      keys.activeProjects(id),
      keys.activeTables(id),
      keys.activeTasks(id),
      keys.pendingTasks(id),
      keys.artifacts(id),
      keys.orders(id),
      keys.files(id),
      keys.fileContents(id),
      keys.snapshots(id),
      keys.versions(id),
      keys.tags(id),
      keys.auditGroups(id),
      keys.auditEnds(id),
      keys.usageDays(id),
      keys.replacedManifests(id),
      keys.releasedReferences(id),
      keys.sweeps(id),
      keys.watchedLoads(id),
      keys.idempotencyKeys(id, "W"),
      keys.leases(id, "QUERY"),
      keys.leases(id, "UPLOAD"),
    ])) &&
    (await purge.keys([
      keys.headKey(id),
      keys.frozenKey(id),
      keys.erasingKey(id),
      keys.stagedBytesKey(id),
      keys.requestCountKey(id),
      keys.taskCounterKey(id),
    ]));
  return { ended, removed: purge.removed };
}

function childrenOfLoad(workspaceId: string, load: Parent): Children {
  const attempts = Array.from({ length: load.attempt ?? 0 }, (_, index) => index + 1);
  return {
    lists: [
      keys.loadFiles(workspaceId, load.id),
      ...attempts.map((attempt) => keys.ingestedFiles(workspaceId, load.id, attempt)),
    ],
    keys: [keys.loadUnderWayKey(workspaceId, load.id)],
  };
}

function childrenOfTable(workspaceId: string, table: Parent): Children {
  const folded = foldReference(table.reference ?? "");
  return {
    lists: [keys.tableVersions(workspaceId, table.id), keys.archivedTables(workspaceId, folded)],
    keys: [keys.referenceKey(workspaceId, folded), keys.compactionMarkKey(workspaceId, table.id)],
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
