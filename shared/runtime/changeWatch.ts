import { setTimeout as sleep } from "node:timers/promises";

/** Watches of items in this process, by item name. */
const watches = new Map<string, Set<ChangeWatch>>();

/** Ends the pauses of all watchers of an item, because this process has changed it. */
export function announceChange(name: string): void {
  for (const watch of watches.get(name) ?? []) watch.notice();
}

/** Pauses between checks of an item; a change of the item in this process ends a pause early. */
export class ChangeWatch {
  readonly #name: string;
  #hasChanged = false;
  #end: AbortController | undefined;

  constructor(name: string) {
    this.#name = name;
    const known = watches.get(name) ?? new Set();
    watches.set(name, known.add(this));
  }

  notice(): void {
    this.#hasChanged = true;
    this.#end?.abort();
  }

  /**
   * Waits for the given number of milliseconds, or not at all if the item has changed since the last pause. Rejects with an
   * AbortError if the signal aborts.
   */
  async pause(ms: number, signal: AbortSignal): Promise<void> {
    this.#end = new AbortController();
    if (this.#hasChanged) this.#end.abort();
    try {
      await sleep(ms, undefined, { signal: AbortSignal.any([signal, this.#end.signal]) });
    } catch (error) {
      if (!this.#hasChanged || signal.aborted) throw error;
    } finally {
      this.#hasChanged = false;
    }
  }

  close(): void {
    const known = watches.get(this.#name);
    known?.delete(this);
    if (known?.size === 0) watches.delete(this.#name);
  }
}
