import { appendFileSync } from "node:fs";

/** Rows of one load as they must be visible: indices of its rows without the erased ones; empty if it is undone. */
export type ExpectedRows = ReadonlyMap<string, ReadonlySet<number>>;

/** Write that the service has acknowledged. */
export type Entry =
  | { kind: "load"; table: string; load: string; rows: number }
  | { kind: "undo" | "redo"; table: string; load: string }
  | { kind: "erase"; table: string; load: string; row: number | null }
  | { kind: "tag"; table: string; name: string; version: string }
  | { kind: "version"; table: string; version: string };

interface Load {
  rows: Set<number>;
  isActive: boolean;
}

/** Rows of one table, as acknowledged. */
class TableJournal {
  readonly loads = new Map<string, Load>();
  /** Visible rows at versions that were acknowledged. */
  readonly versions = new Map<string, Map<string, Set<number>>>();
  readonly tags = new Map<string, string>();

  get current(): Map<string, Set<number>> {
    const active = [...this.loads].filter(([, { isActive, rows }]) => isActive && rows.size > 0);
    return new Map(active.map(([id, { rows }]) => [id, new Set(rows)]));
  }

  /** Removes erased rows from the present and from every version. */
  erase(load: string, row: number | null): void {
    const all = [this.loads.get(load)?.rows, ...[...this.versions.values()].map((rows) => rows.get(load))];
    for (const rows of all) {
      if (row === null) rows?.clear();
      else rows?.delete(row);
    }
    for (const rows of this.versions.values()) if (rows.get(load)?.size === 0) rows.delete(load);
  }
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
        table.loads.set(entry.load, {
          rows: new Set(Array.from({ length: entry.rows }, (_, at) => at)),
          isActive: true,
        });
        return;
      case "undo":
      case "redo": {
        const load = table.loads.get(entry.load);
        if (load) load.isActive = entry.kind === "redo";
        return;
      }
      case "erase":
        table.erase(entry.load, entry.row);
        return;
      case "tag":
        table.tags.set(entry.name, entry.version);
        return;
      case "version":
        table.versions.set(entry.version, table.current);
    }
  }
}
