import { conflict } from "@pdp/basics/errors";
import { icebergOrigin } from "#shared/objects/keys.ts";
import { deleteObject, isStored, putBytes } from "#shared/objects/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { findTableById, type StoredTable } from "#shared/store/tables.ts";

/**
 * Writes of objects that are derived from the manifests and segments of a table. An erasure may delete an origin, and list the
 * folder before the object is there; `check` then deletes the object.
 */
export class DerivedObjects {
  readonly #scope: WorkspaceScope;
  readonly #tableId: string;
  /** The table before anything else of it was read. */
  readonly before: StoredTable | null;
  #unchecked: string[] = [];

  private constructor(scope: WorkspaceScope, tableId: string, before: StoredTable | null) {
    this.#scope = scope;
    this.#tableId = tableId;
    this.before = before;
  }

  /** Call this before reading anything of the table. */
  static async of(scope: WorkspaceScope, tableId: string): Promise<DerivedObjects> {
    return new DerivedObjects(scope, tableId, await findTableById(scope, tableId));
  }

  async put(key: string, content: Uint8Array | string, contentType: string): Promise<void> {
    await putBytes(this.#scope, key, content, contentType);
    this.#unchecked.push(key);
  }

  /**
   * Tells whether an erasure may have worked on the table since the first read. It marks the table before it deletes anything,
   * so objects that were written before a read without a mark are found by the erasure itself.
   */
  async mayBeErased(): Promise<boolean> {
    const after = await findTableById(this.#scope, this.#tableId);
    return after?.item.erasing !== undefined || this.before?.item.erased !== after?.item.erased;
  }

  /** Deletes written objects whose origin an erasure has deleted. Throws `rows_erased` if there are any. */
  async check(): Promise<void> {
    const written = this.#unchecked;
    this.#unchecked = [];
    if (written.length === 0 || !(await this.mayBeErased())) return;
    let isErased = false;
    for (const key of written) {
      const origin = icebergOrigin(key);
      if (origin !== null && (await isStored(this.#scope, origin))) continue;
      await deleteObject(this.#scope, key);
      isErased = true;
    }
    if (isErased) throw describedErased();
  }
}

/** Returns the error for a table if rows were erased while it was being described. */
export function describedErased(): Error {
  return conflict("rows_erased", "Rows of the table were erased while it was loaded. Load it again.");
}
