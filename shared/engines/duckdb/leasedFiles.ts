import type { LeasedFile } from "#shared/objects/fileCache.ts";

const MAX_CONCURRENT_COPIES = 32;

/** Leased local files of one query. */
export class LeasedFiles {
  /** Local paths by object key. */
  readonly paths = new Map<string, string>();
  readonly #open: (key: string) => Promise<LeasedFile>;
  readonly #held: LeasedFile[] = [];

  constructor(open: (key: string) => Promise<LeasedFile>) {
    this.#open = open;
  }

  /** Leases files. If one lease fails, the others stay in place until `release`. */
  async hold(keys: readonly string[]): Promise<void> {
    for (let from = 0; from < keys.length; from += MAX_CONCURRENT_COPIES) {
      const some = keys.slice(from, from + MAX_CONCURRENT_COPIES);
      const brought = await Promise.allSettled(some.map((key) => this.#bring(key)));
      const failed = brought.find(({ status }) => status === "rejected");
      if (failed?.status === "rejected") throw failed.reason;
    }
  }

  /** Releases all files after the query; may be called repeatedly. */
  async release(): Promise<void> {
    await Promise.allSettled(this.#held.splice(0).map((file) => file.release()));
  }

  async #bring(key: string): Promise<void> {
    const file = await this.#open(key);
    this.#held.push(file);
    this.paths.set(key, file.path);
  }
}
