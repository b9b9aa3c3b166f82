import { idOfKey } from "#shared/objects/keys.ts";
import { listObjectsSince, sizeIfStored } from "#shared/objects/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";

/**
 * Sizes of the objects of some folders. Those of versions from the first undescribed one on are listed once; earlier ones are
 * looked up, because a snapshot names few of them.
 */
export class ExistingObjects {
  readonly #scope: WorkspaceScope;
  readonly #first: string;
  readonly #sizes: ReadonlyMap<string, number>;

  private constructor(scope: WorkspaceScope, first: string, sizes: ReadonlyMap<string, number>) {
    this.#scope = scope;
    this.#first = first;
    this.#sizes = sizes;
  }

  /** @param first id of the first version whose objects are listed */
  static async since(
    scope: WorkspaceScope,
    folders: readonly string[],
    first: string,
  ): Promise<ExistingObjects> {
    const sizes = new Map<string, number>();
    for (const folder of folders) {
      for await (const { key, bytes } of listObjectsSince(scope, folder, first)) sizes.set(key, bytes);
    }
    return new ExistingObjects(scope, first, sizes);
  }

  /** Returns the size of an object in bytes; null if it does not exist. */
  async sizeOf(key: string): Promise<number | null> {
    const isListed = Number(idOfKey(key)) >= Number(this.#first);
    return isListed ? (this.#sizes.get(key) ?? null) : sizeIfStored(this.#scope, key);
  }
}
