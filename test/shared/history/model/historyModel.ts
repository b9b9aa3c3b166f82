import type { Context } from "#shared/domain/context.ts";

/** Row as known to a model. Its number is unique within the workspace. */
export interface ModelRow {
  n: number;
  load: string;
  file: string;
  line: number;
  context: Context;
  /** Values in the columns of its file. */
  values: Record<string, number>;
}

export interface ModelTable {
  reference: string;
  archived: boolean;
  columns: string[];
}

interface ModelLoad {
  /** Rows by table ID. */
  rows: Map<string, ModelRow[]>;
  active: boolean;
  /** True after all of its rows have been erased. */
  erased?: boolean;
}

/** Table state at a version. */
export interface TableState {
  columns: string[];
  rows: ModelRow[];
}

/** Expected history of a workspace: tables, loads, and the state of each table at each version. */
export class HistoryModel {
  readonly tables = new Map<string, ModelTable>();
  readonly loads = new Map<string, ModelLoad>();
  /** States of the tables and owners of the references by version, oldest first. */
  readonly versions: { id: string; tables: Map<string, TableState>; holders: Map<string, string> }[] = [];
  /** Number of the next row. */
  next = 1;

  /** Records the state after a commit as a version. */
  note(version: string): void {
    if (this.versions.at(-1)?.id === version) return;
    const tables = new Map<string, TableState>();
    const holders = new Map<string, string>();
    for (const [id, { archived, columns, reference }] of this.tables) {
      if (!archived) holders.set(reference, id);
      const rows = [...this.loads.values()].flatMap((load) => (load.active ? (load.rows.get(id) ?? []) : []));
      tables.set(id, { columns: [...columns], rows });
    }
    this.versions.push({ id: version, tables, holders });
  }

  /** Removes table rows from every version. A load without remaining rows is erased. */
  erase(isErased: (row: ModelRow, tableId: string) => boolean): void {
    for (const load of this.loads.values()) {
      const count = (): number => [...load.rows.values()].flat().length;
      const before = count();
      for (const [id, kept] of load.rows) {
        load.rows.set(
          id,
          kept.filter((row) => !isErased(row, id)),
        );
      }
      if (count() < before && count() === 0) Object.assign(load, { erased: true, active: false });
    }
    for (const { tables } of this.versions) {
      for (const [id, state] of tables) state.rows = state.rows.filter((row) => !isErased(row, id));
    }
  }

  /** Returns the ID of the active table with a reference. */
  holder(reference: string): string | undefined {
    return [...this.tables].find(([, table]) => !table.archived && table.reference === reference)?.[0];
  }
}
