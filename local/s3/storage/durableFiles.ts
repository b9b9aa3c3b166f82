import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, readFile, rename, rm, rmdir, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Number of bytes that are written together: each write wakes another thread. */
const WRITE_BYTES = 512 * 1024;
/** Deleting an object may concurrently remove a folder that was just created, so creating the folder is retried. */
const MAX_RENAME_ATTEMPTS = 20;

/** Writes a temporary file that is then moved into place atomically. */
export class TemporaryFile {
  readonly path: string;
  readonly #handle: FileHandle;
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;
  /** The write in progress, during which the next bytes are collected. */
  #writing: Promise<void> = Promise.resolve();

  private constructor(path: string, handle: FileHandle) {
    this.path = path;
    this.#handle = handle;
  }

  static async create(directory: string): Promise<TemporaryFile> {
    const path = join(directory, randomUUID());
    return new TemporaryFile(path, await open(path, "wx"));
  }

  /** Appends bytes, which must not change afterward. Small chunks are buffered. A failed write is reported by a later one, or by `finish`. */
  async write(bytes: Uint8Array): Promise<void> {
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.length;
    if (this.#pendingBytes < WRITE_BYTES) return;
    await this.#writing;
    this.#writing = this.#flush();
    // Reported by the next write, or at the end.
    this.#writing.catch(() => undefined);
  }

  /** Syncs the file to disk and sets its modification time to `modified` (ms since 1970). */
  async finish(modified?: number): Promise<void> {
    await this.#writing;
    await this.#flush();
    if (modified !== undefined) await this.#handle.utimes(modified / 1000, modified / 1000);
    await this.#handle.sync();
    await this.#handle.close();
  }

  /** Moves the file into place atomically and durably, replacing any file at `path`. */
  async moveTo(path: string): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await rename(this.path, path);
        return await syncFolder(dirname(path));
      } catch (error) {
        if (!isMissing(error) || attempt === MAX_RENAME_ATTEMPTS) throw error;
        await makeFolder(dirname(path));
      }
    }
  }

  /** Runs a callback on this file, and removes the file if the callback fails. */
  async discardOnError<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      await this.#discard();
      throw error;
    }
  }

  async #discard(): Promise<void> {
    await this.#writing.catch(() => undefined);
    await this.#handle.close().catch(() => undefined);
    await rm(this.path, { force: true });
  }

  async #flush(): Promise<void> {
    if (this.#pendingBytes === 0) return;
    const [chunks, size] = [this.#pending, this.#pendingBytes];
    this.#pending = [];
    this.#pendingBytes = 0;
    const { bytesWritten } = await this.#handle.writev(chunks);
    // The system may write less at once, for example before it reports that the disk is full.
    if (bytesWritten < size) await this.#handle.writeFile(Buffer.concat(chunks).subarray(bytesWritten));
  }
}

/** Reads a small file; undefined if it does not exist. */
export async function readJson<T>(path: string): Promise<T | undefined> {
  const text = await ifPresent(readFile(path, "utf8"));
  return text === undefined ? undefined : (JSON.parse(text) as T);
}

/** Writes a small file at `path` atomically, using the folder `temporary`. */
export async function writeJson(temporary: string, path: string, content: object): Promise<void> {
  const file = await TemporaryFile.create(temporary);
  await file.discardOnError(async () => {
    await file.write(Buffer.from(JSON.stringify(content)));
    await file.finish();
    await file.moveTo(path);
  });
}

/** Creates a folder and its parents, and syncs the new entries to disk. */
export async function makeFolder(path: string): Promise<void> {
  const firstMade = await mkdir(path, { recursive: true });
  if (firstMade === undefined) return;
  for (let made = path; made.length >= firstMade.length; made = dirname(made))
    await syncFolder(dirname(made));
}

/** Removes a file; returns false if it did not exist. */
export async function removeFile(path: string): Promise<boolean> {
  const removed = await ifPresent(unlink(path).then(() => true));
  if (removed) await syncFolder(dirname(path));
  return removed ?? false;
}

/** Waits for an operation on a file; resolves to undefined if the file does not exist. */
export async function ifPresent<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Removes folders that have become empty, from `folder` up to but excluding `top`. */
export async function pruneFolders(folder: string, top: string): Promise<void> {
  for (let path = folder; path.length > top.length; path = dirname(path)) {
    try {
      await rmdir(path);
    } catch (error) {
      if (!isMissing(error)) return;
    }
  }
}

/** Returns whether an error means "no such file", including a path component that is a file. */
export function isMissing(error: unknown): boolean {
  const code = errorCode(error);
  return code === "ENOENT" || code === "ENOTDIR";
}

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** Syncs a folder's entries to disk, unless the folder has been removed. */
async function syncFolder(path: string): Promise<void> {
  const folder = await ifPresent(open(path, "r"));
  try {
    await folder?.sync();
  } finally {
    await folder?.close();
  }
}
