import { appendFileSync } from "node:fs";

/** Rows of a load: numbers from 0, without the erased ones. An erasure removes rows from every version. */
export interface LoadRows {
  count: number;
  erased: Set<number>;
  isActive: boolean;
}

/** Loads that must be visible, by id. */
export type ExpectedRows = ReadonlyMap<string, LoadRows>;

/** Write that the service has acknowledged. */
export type Entry =
  | { kind: "load"; table: string; load: string; rows: number }
  | { kind: "undo" | "redo"; table: string; load: string }
  | { kind: "erase"; table: string; load: string; row: number | null }
  | { kind: "tag"; table: string; name: string; version: string }
  | { kind: "task" | "freeze" | "export"; table: string; id: string }
  | { kind: "version"; table: string; version: string };

/** Rows of one table, as acknowledged. */
class TableJournal {
  readonly loads = new Map<string, LoadRows>();
  /** Loads that were visible at versions that were acknowledged. */
  readonly versions = new Map<string, string[]>();
  readonly tags = new Map<string, string>();

  get current(): ExpectedRows {
    return this.#visible([...this.loads].flatMap(([id, { isActive }]) => (isActive ? [id] : [])));
  }

  at(version: string): ExpectedRows {
    return this.#visible(this.versions.get(version) ?? []);
  }

  /** Returns loads that have rows left. */
  #visible(ids: readonly string[]): ExpectedRows {
    return new Map(
      ids.flatMap((id) => {
        const load = this.loads.get(id);
        return load && rowsLeft(load) > 0 ? [[id, load] as const] : [];
      }),
    );
  }
}

export function rowsLeft({ count, erased }: LoadRows): number {
  return count - erased.size;
}

/** Returns the sum of the numbers of the rows that are left. */
export function sumLeft({ count, erased }: LoadRows): number {
  return (count * (count - 1)) / 2 - [...erased].reduce((sum, row) => sum + row, 0);
}

/**
 * Acknowledged writes, recorded by the clients and not by the service. It is also written to a file, line by line, to find out
 * what happened after a failure.
 */
export class Journal {
  readonly #path: string;
  readonly #tables = new Map<string, TableJournal>();
  readonly counts: Record<string, number> = {};

  constructor(path: string) {
    this.#path = path;
  }

  table(name: string): TableJournal {
    const known = this.#tables.get(name) ?? new TableJournal();
    this.#tables.set(name, known);
    return known;
  }

  get tables(): string[] {
    return [...this.#tables.keys()];
  }

  note(text: string): void {
    appendFileSync(this.#path, `${JSON.stringify({ at: new Date().toISOString(), text })}\n`);
  }

  add(entry: Entry): void {
    appendFileSync(this.#path, `${JSON.stringify({ at: new Date().toISOString(), ...entry })}\n`);
    this.counts[entry.kind] = (this.counts[entry.kind] ?? 0) + 1;
    const table = this.table(entry.table);
    switch (entry.kind) {
      case "load":
        table.loads.set(entry.load, { count: entry.rows, erased: new Set(), isActive: true });
        return;
      case "undo":
      case "redo": {
        const load = table.loads.get(entry.load);
        if (load) load.isActive = entry.kind === "redo";
        return;
      }
      case "erase": {
        const load = table.loads.get(entry.load);
        if (entry.row !== null) load?.erased.add(entry.row);
        else if (load) load.count = load.erased.size;
        return;
      }
      case "task":
      case "freeze":
      case "export":
        return;
      case "tag":
        table.tags.set(entry.name, entry.version);
        return;
      case "version":
        table.versions.set(entry.version, [...table.current.keys()]);
    }
  }
}
