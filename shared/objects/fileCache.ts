import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** Leased file on disk, which is not deleted until it is released. */
export interface LeasedFile {
  path: string;
  /** Releases the lease once the file has been read; further calls do nothing. */
  release: () => Promise<void>;
}

/** Content to cache, with its size in bytes. */
export interface SizedContent {
  size: number;
  body: Readable;
}

interface Entry {
  path: string;
  /** Announced size in bytes, once the download has started. */
  bytes: number;
  holders: number;
  fetched: Promise<void>;
  /** Start time of the download, in milliseconds since 1970. */
  begun: number;
}

/**
 * Cache of files in one folder. Concurrent requests for a file share one download. The least recently used files are deleted
 * when the total size exceeds `maxBytes` bytes; leased files stay, even beyond that limit. Each copy has a new path, so that it is
 * never mistaken for an earlier one.
 */
export class FileCache {
  readonly #folder: string;
  readonly #most: number;
  /** Entries in order of last use. */
  readonly #entries = new Map<string, Entry>();
  /** Entries that are still leased and must not be leased again. */
  readonly #forgotten = new Set<Entry>();
  #bytes = 0;

  constructor(folder: string, maxBytes: number) {
    this.#folder = folder;
    this.#most = maxBytes;
  }

  /** Total size of all copies, in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Leases the copy of `name`; its content must never change. Rejects with the error of `open`. */
  async hold(name: string, open: () => Promise<SizedContent>): Promise<LeasedFile> {
    const entry = this.#entries.get(name) ?? this.#begin(name, open);
    entry.holders += 1;
    this.#touch(name, entry);
    // If the download fails, nothing is leased: the entry is removed.
    await entry.fetched;
    let isHeld = true;
    const release = async (): Promise<void> => {
      if (!isHeld) return;
      isHeld = false;
      entry.holders -= 1;
      if (this.#forgotten.has(entry)) {
        if (entry.holders > 0) return;
        this.#forgotten.delete(entry);
        await rm(entry.path, { force: true });
        return;
      }
      this.#touch(name, entry);
      await this.#shrink();
    };
    return { path: entry.path, release };
  }

  /** Returns the names of all copies. */
  names(): string[] {
    return [...this.#entries.keys()];
  }

  /**
   * Deletes the copies with a name prefix that started downloading before a time (ms since 1970). Leased copies are deleted
   * when they are released.
   */
  async forget(prefix: string, before: number): Promise<void> {
    const stale = [...this.#entries].filter(([name, { begun }]) => name.startsWith(prefix) && begun < before);
    for (const [name, entry] of stale) {
      this.#entries.delete(name);
      this.#resize(entry, 0);
      if (entry.holders > 0) this.#forgotten.add(entry);
    }
    const free = stale.filter(([, { holders }]) => holders === 0);
    await Promise.allSettled(free.map(([, { path }]) => rm(path, { force: true })));
  }

  #begin(name: string, open: () => Promise<SizedContent>): Entry {
    const path = join(this.#folder, randomUUID());
    const entry: Entry = { path, bytes: 0, holders: 0, fetched: Promise.resolve(), begun: Date.now() };
    // Deferred, so that the entry is registered before it can fail.
    entry.fetched = Promise.resolve().then(() => this.#fetch(name, entry, open));
    return entry;
  }

  async #fetch(name: string, entry: Entry, open: () => Promise<SizedContent>): Promise<void> {
    try {
      const { size, body } = await open();
      this.#resize(entry, size);
      const file = createWriteStream(entry.path);
      await Promise.all([this.#shrink(), pipeline(body, file)]);
      this.#resize(entry, file.bytesWritten);
    } catch (error) {
      this.#entries.delete(name);
      this.#resize(entry, 0);
      await rm(entry.path, { force: true });
      throw error;
    }
  }

  #resize(entry: Entry, bytes: number): void {
    this.#bytes += bytes - entry.bytes;
    entry.bytes = bytes;
  }

  #touch(name: string, entry: Entry): void {
    this.#entries.delete(name);
    this.#entries.set(name, entry);
  }

  /**
   * Deletes copies until the limit is met. Each entry is removed before its file, so that a file is never leased while it is
   * being deleted. A file that cannot be deleted is removed with the folder.
   */
  async #shrink(): Promise<void> {
    const removals: Promise<void>[] = [];
    for (const [name, entry] of this.#entries) {
      if (this.#bytes <= this.#most) break;
      if (entry.holders > 0) continue;
      this.#entries.delete(name);
      this.#resize(entry, 0);
      removals.push(rm(entry.path, { force: true }));
    }
    await Promise.allSettled(removals);
  }
}
