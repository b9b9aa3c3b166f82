import { type FileHandle, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { log } from "#shared/runtime/log.ts";
import { copyRecords, type RecordPlace } from "./copyRecords.ts";
import { decodeBody, decodeName, encodeRecord, type RecordName } from "./recordLine.ts";
import { scanLines } from "./scanLines.ts";

const FILE_NAME = "journal.log";
/** Lengthens the file by so many zeros at once: an fsync within its length takes a fraction of the time. */
const GROWTH_BYTES = 1024 * 1024;
/** Limits the superseded bytes that are not worth a rewrite. */
const MAX_WASTE_BYTES = 4 * 1024 * 1024;

interface Entry<H> extends RecordPlace {
  head: H;
}

interface Pending<H> {
  name: RecordName<H>;
  line: Buffer;
  settle: (error?: unknown) => void;
}

/**
 * Keeps records by key in one append-only file; the last record of a key counts. Only keys and heads are in memory.
 * Records that are put while a write is under way share the next write and its fsync. When most of the file is
 * superseded it is rewritten, behind the same queue. One process at a time may use a directory.
 */
export class RecordLog<H> {
  readonly #path: string;
  readonly #entries = new Map<string, Entry<H>>();
  readonly #reads = new Set<Promise<unknown>>();
  #file: FileHandle;
  /** Says where the next record goes. Up to `#length` there are zeros, which are no record. */
  #end = 0;
  #length = 0;
  #liveBytes = 0;
  #pending: Pending<H>[] = [];
  #draining: Promise<void> | undefined;
  #maxWasteBytes = MAX_WASTE_BYTES;
  #closed = false;

  private constructor(path: string, file: FileHandle) {
    this.#path = path;
    this.#file = file;
  }

  /** Opens the log, in a directory that it makes if needed. Damaged lines are left out; a torn end is cut off. */
  static async open<H>(directory: string): Promise<RecordLog<H>> {
    await mkdir(directory, { recursive: true });
    const path = join(directory, FILE_NAME);
    await rm(rewritten(path), { force: true });
    const file = await open(path, "a+").then(async (made) => {
      await made.close();
      return await open(path, "r+");
    });
    const log = new RecordLog<H>(path, file);
    await log.#load();
    await syncFolder(directory);
    return log;
  }

  has(key: string): boolean {
    return this.#entries.has(key);
  }

  head(key: string): H | undefined {
    return this.#entries.get(key)?.head;
  }

  /** Lists the keys with this prefix, and their heads. */
  *heads(prefix: string): Generator<[key: string, head: H]> {
    for (const [key, { head }] of this.#entries) if (key.startsWith(prefix)) yield [key, head];
  }

  /** Reads the body as it is on the disk; undefined where there is none. */
  async get(key: string): Promise<unknown> {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    const line = Buffer.allocUnsafe(entry.length - 1);
    const read = this.#file.read(line, 0, line.length, entry.offset);
    this.#reads.add(read);
    try {
      await read;
    } finally {
      this.#reads.delete(read);
    }
    return decodeBody(line);
  }

  /** Adds a record. Resolves when it is on the disk, and with it every record put before. */
  put(key: string, head: H, body: unknown): Promise<void> {
    return this.#append({ key, head }, body);
  }

  /** Takes no more records, and returns when those taken are on the disk. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#draining;
    await Promise.allSettled(this.#reads);
    await this.#file.truncate(this.#end);
    await this.#file.close();
  }

  #append(name: RecordName<H>, body: unknown): Promise<void> {
    if (this.#closed) return Promise.reject(new Error("The journal is closed."));
    return new Promise((done, fail) => {
      const settle = (error?: unknown) => (error === undefined ? done() : fail(error));
      this.#pending.push({ name, line: encodeRecord(name, body), settle });
      this.#draining ??= this.#drain();
    });
  }

  async #drain(): Promise<void> {
    while (this.#pending.length > 0) {
      const batch = this.#pending;
      this.#pending = [];
      try {
        await this.#write(batch);
        for (const { settle } of batch) settle();
      } catch (error) {
        for (const { settle } of batch) settle(error);
        // What a failed write left behind must not be read as records later.
        this.#length = this.#end;
        await this.#file.truncate(this.#end).catch(() => undefined);
      }
      if (this.#end - this.#liveBytes > Math.max(this.#maxWasteBytes, this.#liveBytes)) await this.#rewrite();
    }
    // Here and not when the promise settles: a record put in between would wait for nobody.
    this.#draining = undefined;
  }

  async #write(batch: Pending<H>[]): Promise<void> {
    const bytes = Buffer.concat(batch.map(({ line }) => line));
    if (this.#end + bytes.length > this.#length) {
      const length = this.#end + bytes.length + GROWTH_BYTES;
      await writeAll(this.#file, Buffer.alloc(length - this.#end), this.#end);
      this.#length = length;
    }
    await writeAll(this.#file, bytes, this.#end);
    await this.#file.datasync();
    for (const { name, line } of batch) {
      this.#index(name, this.#end, line.length);
      this.#end += line.length;
    }
  }

  #index({ key, head }: RecordName<H>, offset: number, length: number): void {
    this.#liveBytes -= this.#entries.get(key)?.length ?? 0;
    this.#entries.delete(key);
    this.#entries.set(key, { offset, length, head });
    this.#liveBytes += length;
  }

  async #load(): Promise<void> {
    this.#end = await scanLines(this.#file, (line, offset) => {
      const name = decodeName<H>(line);
      if (name) this.#index(name, offset, line.length + 1);
    });
    // So that nothing but zeros ever follows the last record.
    await this.#file.truncate(this.#end);
    this.#length = this.#end;
    if (this.#end - this.#liveBytes > Math.max(this.#maxWasteBytes, this.#liveBytes)) await this.#rewrite();
  }

  /** Copies the records that count to a new file. The old one is in use until the new one is whole and in its place. */
  async #rewrite(): Promise<void> {
    const path = rewritten(this.#path);
    const entries = [...this.#entries.values()].sort((a, b) => a.offset - b.offset);
    let target: FileHandle | undefined;
    try {
      target = await open(path, "w+");
      await copyRecords(this.#file, target, entries);
      await target.datasync();
      await rename(path, this.#path);
    } catch (error) {
      await target?.close();
      this.#maxWasteBytes *= 2;
      log().error(
        "The journal of state machines could not be rewritten, so it keeps growing",
        error as Error,
      );
      return;
    }
    const old = this.#file;
    this.#file = target;
    this.#end = 0;
    for (const entry of entries) {
      entry.offset = this.#end;
      this.#end += entry.length;
    }
    this.#length = this.#end;
    await Promise.allSettled(this.#reads);
    await old.close();
    await syncFolder(dirname(path));
  }
}

async function writeAll(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    const rest = bytes.length - written;
    written += (await file.write(bytes, written, rest, position + written)).bytesWritten;
  }
}

function rewritten(path: string): string {
  return `${path}.new`;
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
