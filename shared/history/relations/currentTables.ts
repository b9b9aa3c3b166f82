import { foldReference } from "#shared/domain/table.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { findHolder, type HeadAndHolders, type Holder, headAndHolders } from "#shared/store/tables.ts";

/** Maximum number of tables in one transaction; DynamoDB allows 100 items. */
const MAX_TOGETHER = 50;

/**
 * Finds the tables of one query that reads the latest version. Tables that are requested in the same turn of the event loop
 * are read in one transaction with the head of the history; later ones are read afterwards, so they are never older than the
 * head.
 */
export class CurrentTables {
  readonly #scope: WorkspaceScope;
  /** References requested so far; undefined once they are being read. */
  #together: Set<string> | undefined = new Set();
  #read: Promise<HeadAndHolders> | undefined;

  constructor(scope: WorkspaceScope) {
    this.#scope = scope;
  }

  /** Returns the table that has a reference, or null, and the version that the query reads of all tables. */
  async find(reference: string): Promise<{ head: string; holder: Holder | null }> {
    const folded = foldReference(reference);
    if (this.#together && this.#together.size < MAX_TOGETHER) this.#together.add(folded);
    this.#read ??= this.#readTogether();
    const { head, holders } = await this.#read;
    const holder = holders.get(folded);
    return { head, holder: holder === undefined ? await findHolder(this.#scope, folded) : holder };
  }

  async #readTogether(): Promise<HeadAndHolders> {
    await Promise.resolve();
    const references = [...(this.#together ?? [])];
    this.#together = undefined;
    return await headAndHolders(this.#scope, references);
  }
}
