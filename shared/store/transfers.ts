import { notFound } from "@pdp/basics/errors";
import {
  type ExportRecord,
  type ImportRecord,
  isTransferUnderWay,
  type TransferRecord,
} from "#shared/domain/transfers/transfer.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { changeItem, retryConditionFailed } from "./dynamodb/change.ts";
import { workspaceDatabase } from "./dynamodb/database.ts";
import {
  entryWrite,
  getItem,
  itemWrite,
  listAll,
  listItems,
  type Stored,
  transact,
  type Write,
} from "./dynamodb/items.ts";
import {
  artifacts,
  loads,
  orders,
  projects,
  tables,
  tasks,
  transferKey,
  transfers,
  transferUnderWayKey,
  versions,
} from "./dynamodb/keys.ts";
import { importingWrite } from "./freezes.ts";

function transferWrites(
  scope: WorkspaceScope,
  before: Stored<TransferRecord> | null,
  after: TransferRecord,
): Write[] {
  const mark = { workspace_id: scope.id, transfer_id: after.id };
  return [
    itemWrite(transferKey(scope.id, after.id), before, after),
    entryWrite(transferUnderWayKey(scope.id, after.id), isTransferUnderWay(after), mark),
  ];
}

/** Stores a new export or import. */
export function createTransfer(scope: WorkspaceScope, record: TransferRecord): Promise<void> {
  return transact(workspaceDatabase(scope), transferWrites(scope, null, record));
}

async function readTransfer(scope: WorkspaceScope, id: string): Promise<Stored<TransferRecord> | null> {
  return getItem<TransferRecord>(workspaceDatabase(scope), transferKey(scope.id, id));
}

export async function getExport(scope: WorkspaceScope, id: string): Promise<ExportRecord> {
  const stored = await readTransfer(scope, id);
  if (stored?.item.kind !== "EXPORT") throw notFound("export", id);
  return stored.item;
}

export async function getImport(scope: WorkspaceScope, id: string): Promise<ImportRecord> {
  const stored = await readTransfer(scope, id);
  if (stored?.item.kind !== "IMPORT") throw notFound("import", id);
  return stored.item;
}

/** Returns an export or import; null if there is none. */
export async function findTransfer(scope: WorkspaceScope, id: string): Promise<TransferRecord | null> {
  return (await readTransfer(scope, id))?.item ?? null;
}

/** Applies a rule to a stored export or import. If the rule returns it unchanged, nothing is written. */
export async function changeTransfer<T extends TransferRecord>(
  scope: WorkspaceScope,
  { id, kind }: Pick<T, "id" | "kind">,
  rule: (record: T) => T,
): Promise<T> {
  const read = async (): Promise<Stored<T>> => {
    const stored = await readTransfer(scope, id);
    if (stored?.item.kind !== kind) throw notFound(kind === "EXPORT" ? "export" : "import", id);
    return stored as Stored<T>;
  };
  return changeItem<T>(workspaceDatabase(scope), read, rule, (before, after) =>
    transferWrites(scope, before, after),
  );
}

/** Completes an import by a rule, and lets the workspace be unfrozen, in one transaction. */
export function completeImport(
  scope: WorkspaceScope,
  id: string,
  rule: (record: ImportRecord) => ImportRecord,
): Promise<void> {
  return retryConditionFailed(async () => {
    const stored = (await readTransfer(scope, id)) as Stored<ImportRecord> | null;
    if (stored === null) throw notFound("import", id);
    const after = rule(stored.item);
    if (after === stored.item) return;
    const writes = [...transferWrites(scope, stored, after), await importingWrite(scope, null)];
    await transact(workspaceDatabase(scope), writes);
  });
}

/** Returns all exports and imports of a workspace, oldest first. There are few. */
export function allTransfers(scope: WorkspaceScope): Promise<TransferRecord[]> {
  return listAll<TransferRecord>(workspaceDatabase(scope), transfers(scope.id));
}

/** Tells whether nothing has been created in a workspace. */
export async function isEmptyWorkspace(scope: WorkspaceScope): Promise<boolean> {
  const lists = [versions, projects, tables, loads, tasks, artifacts, orders];
  for (const list of lists) {
    const { items } = await listItems(workspaceDatabase(scope), list(scope.id), { limit: 1 });
    if (items.length > 0) return false;
  }
  return true;
}
