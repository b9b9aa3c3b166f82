import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { readTable, type StoredTable } from "#shared/store/tables.ts";

/**
 * Reads of the tables that a commit changes. They start with the read of the head, so that they share its request; a
 * commit whose tables have changed in the meantime fails and is built again.
 */
export class TableReads {
  readonly #ids: readonly string[];
  #started = new Map<string, Promise<StoredTable>>();

  constructor(ids: readonly string[]) {
    this.#ids = ids;
  }

  /** Starts the reads; those that were started before and not used are dropped. */
  start(scope: WorkspaceScope): void {
    this.#started = new Map(this.#ids.map((id) => [id, readTable(scope, id)]));
    for (const reading of this.#started.values()) reading.catch(() => undefined);
  }

  /** Returns the table whose read was started, once; later reads see the changes that `scope` sees. */
  read(scope: WorkspaceScope, id: string): Promise<StoredTable> {
    const started = this.#started.get(id);
    this.#started.delete(id);
    return started ?? readTable(scope, id);
  }
}
