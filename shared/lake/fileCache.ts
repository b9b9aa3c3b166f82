import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** A file on the disk that stays where it is until it is released. */
export interface LeasedFile {
  path: string;
  /** To be called once its reader has ended; further calls do nothing. */
  release: () => Promise<void>;
}

/** Content that is about to be stored, with its size in bytes. */
export interface SizedContent {
  size: number;
  body: Readable;
}

interface Entry {
  path: string;
  /** As announced, from when its fetching has begun. */
  bytes: number;
  holders: number;
  fetched: Promise<void>;
}

/**
 * Copies in one folder, each fetched once, however many want it. Those used least recently go when all together have more
 * bytes than `most`; one that is held stays, also beyond that. A copy never gets the path of an earlier one, so that nothing
 * confuses the two.
 */
export class FileCache {
  readonly #folder: string;
  readonly #most: number;
  /** Those used last are last. */
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;

  constructor(folder: string, most: number) {
    this.#folder = folder;
    this.#most = most;
  }

  /** What all copies take, in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The copy that is known by `name`, which always has the same content. Rejects with what `open` fails with. */
  async hold(name: string, open: () => Promise<SizedContent>): Promise<LeasedFile> {
    const entry = this.#entries.get(name) ?? this.#begin(name, open);
    entry.holders += 1;
    this.#touch(name, entry);
    // Whoever waits for a fetch that fails holds nothing: the entry is gone then.
    await entry.fetched;
    let isHeld = true;
    const release = async (): Promise<void> => {
      if (!isHeld) return;
      isHeld = false;
      entry.holders -= 1;
      this.#touch(name, entry);
      await this.#shrink();
    };
    return { path: entry.path, release };
  }

  #begin(name: string, open: () => Promise<SizedContent>): Entry {
    const path = join(this.#folder, randomUUID());
    const entry: Entry = { path, bytes: 0, holders: 0, fetched: Promise.resolve() };
    // Not at once: it must be known before it can fail.
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
   * Each copy is forgotten before it is deleted, so that nobody is given one that is about to go. One that cannot be deleted
   * goes with the folder.
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
