import type { PendingReads } from "./database.ts";
import type { Stored, Write } from "./items.ts";
import type { Key } from "./keyParts.ts";

/** Maximum total number of writes of all changes; a transaction may have 100, including one for the head. */
export const MAX_WRITES = 99;
/** Maximum total size of their items as JSON, in characters; a transaction is limited to 4 MB. */
const MAX_CHARACTERS = 1_500_000;

/** Error for a read that cannot take the waiting changes into account. */
export class NotPending extends Error {
  override readonly name = "NotPending";
}

/**
 * Items as they will be after the changes that are waiting for one transaction. A change based on these items joins the same
 * transaction: several writes of one item become a single write with the conditions of the first.
 */
export class PendingItems implements PendingReads {
  #writes = new Map<string, Write>();

  /** Returns an item as it will be; null if it will not exist, and undefined if no change writes it. Throws `NotPending`. */
  read(key: Key): Stored<unknown> | null | undefined {
    const write = this.#writeOf(key);
    if (write === undefined) return undefined;
    if (write.kind === "delete") return null;
    if (write.kind === "add")
      throw new NotPending(`The numbers in ${key.sk} are unknown until the change is committed`);
    // A copy, in the form in which the database stores it: without undefined fields.
    return { item: JSON.parse(JSON.stringify(write.item)) as unknown, revision: revisionAfter(write) };
  }

  /** Throws `NotPending` if a change writes one of the items; for reads of several items. */
  requireUnchanged(keys: readonly Key[]): void {
    const pending = keys.find((key) => this.#writeOf(key) !== undefined);
    if (pending) throw new NotPending(`${pending.sk} has a pending change`);
  }

  /** Throws `NotPending` if a change writes an item of a list. */
  requireUnchangedList(pk: string): void {
    for (const { key, kind } of this.#writes.values())
      if (key.pk === pk && kind !== "check") throw new NotPending(`The list ${pk} has a pending change`);
  }

  /** Returns the write of an item; undefined for an item that is only checked. */
  #writeOf(key: Key): Exclude<Write, { kind: "check" }> | undefined {
    const write = this.#writes.get(nameOf(key));
    return write?.kind === "check" ? undefined : write;
  }

  /** Adds the writes of a change. Returns false, and adds nothing, if they do not fit into the same transaction. */
  add(writes: readonly Write[]): boolean {
    const merged = new Map(this.#writes);
    for (const write of writes) {
      const name = nameOf(write.key);
      const before = merged.get(name);
      const both = before === undefined ? write : mergedWrite(before, write);
      if (both === null) return false;
      merged.set(name, both);
    }
    if (merged.size > MAX_WRITES || charactersOf([...merged.values()]) > MAX_CHARACTERS) return false;
    this.#writes = merged;
    return true;
  }

  /** Returns the writes of all changes, one for each item. */
  writes(): Write[] {
    return [...this.#writes.values()];
  }
}

function nameOf({ pk, sk }: Key): string {
  return `${pk}\n${sk}`;
}

function revisionAfter(write: Write): number {
  return write.kind === "replace" ? write.revision + 1 : 1;
}

/**
 * Returns the single write that has the effect of two consecutive writes of an item; null if they cannot be combined into one.
 */
function mergedWrite(before: Write, write: Write): Write | null {
  if (before.kind === "add" || before.kind === "check") return sameKind(before, write);
  if (before.kind === "delete") {
    if (write.kind === "create") return { kind: "put", key: write.key, item: write.item };
    return write.kind === "put" || write.kind === "delete" ? write : null;
  }
  if (write.kind === "put") return { ...before, item: write.item };
  if (write.kind === "delete") return before.kind === "put" ? write : null;
  const isReadAfter = write.kind === "replace" && write.revision === revisionAfter(before);
  return isReadAfter ? { ...before, item: write.item } : null;
}

/** Merges additions without limits, and identical checks. */
function sameKind(before: Write, write: Write): Write | null {
  if (before.kind === "check" && write.kind === "check")
    return JSON.stringify(before.equals) === JSON.stringify(write.equals) ? before : null;
  if (before.kind !== "add" || write.kind !== "add" || before.atMost || write.atMost) return null;
  const amounts = { ...before.amounts };
  for (const [name, amount] of Object.entries(write.amounts)) amounts[name] = (amounts[name] ?? 0) + amount;
  return { ...before, amounts };
}

function charactersOf(writes: readonly Write[]): number {
  return writes.reduce((sum, write) => sum + ("item" in write ? JSON.stringify(write.item).length : 0), 0);
}
