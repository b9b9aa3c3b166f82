import type { Stats } from "node:fs";
import { type FileHandle, open, readdir, readFile, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { S3Error } from "#infra/local/s3/protocol/s3Error.ts";
import {
  isMissing,
  makeFolder,
  pruneFolders,
  removeFile,
  TemporaryFile,
  writeDurably,
} from "./durableFiles.ts";
import { KeyLocks } from "./keyLocks.ts";
import { isBucketName, objectPath } from "./objectPath.ts";
import {
  type FileFacts,
  type ObjectRecord,
  recordOf,
  recordOfForeignFile,
  type Sidecar,
} from "./objectRecord.ts";

/** A reader that opens a file just before it is replaced twice finds neither record and looks again. */
const READ_ATTEMPTS = 5;

export interface OpenObject {
  handle: FileHandle;
  record: ObjectRecord;
}

/**
 * Buckets and objects as plain files: objects at `objectPath(directory, …)`, their sidecars at the same place under
 * `.records`, unfinished writes under `.temporary`. One process at a time may serve a directory.
 */
export class ObjectStore {
  readonly directory: string;
  readonly temporary: string;
  readonly #records: string;
  readonly #locks = new KeyLocks();
  #lastModified = 0;

  constructor(directory: string) {
    this.directory = directory;
    this.temporary = join(directory, ".temporary");
    this.#records = join(directory, ".records");
  }

  /** Forgets the writes that a crash has cut off. */
  async prepare(): Promise<void> {
    await rm(this.temporary, { recursive: true, force: true });
    await makeFolder(this.temporary);
  }

  bucketFolder(bucket: string): string {
    if (!isBucketName(bucket)) throw new S3Error("InvalidBucketName");
    return join(this.directory, bucket);
  }

  async hasBucket(bucket: string): Promise<boolean> {
    return (await statIfPresent(this.bucketFolder(bucket)))?.isDirectory() ?? false;
  }

  async requireBucket(bucket: string): Promise<void> {
    if (!isBucketName(bucket) || !(await this.hasBucket(bucket))) throw new S3Error("NoSuchBucket");
  }

  async createBucket(bucket: string): Promise<void> {
    await makeFolder(this.bucketFolder(bucket));
  }

  async buckets(): Promise<{ name: string; created: Date }[]> {
    const entries = await readdir(this.directory, { withFileTypes: true });
    const names = entries
      .filter((entry) => entry.isDirectory() && isBucketName(entry.name))
      .map(({ name }) => name);
    return Promise.all(
      names
        .sort()
        .map(async (name) => ({ name, created: (await stat(join(this.directory, name))).birthtime })),
    );
  }

  createTemporary(): Promise<TemporaryFile> {
    return TemporaryFile.create(this.temporary);
  }

  /** The modification time for a new object: the present, and later than any given before. */
  nextModified(): number {
    this.#lastModified = Math.max(Date.now(), this.#lastModified + 1);
    return this.#lastModified;
  }

  /** The caller closes the handle. Throws `NoSuchKey`. */
  async open(bucket: string, key: string): Promise<OpenObject> {
    const path = objectPath(this.directory, bucket, key);
    for (let attempt = 1; ; attempt++) {
      const handle = await openIfPresent(path);
      if (!handle) throw new S3Error("NoSuchKey");
      try {
        const facts = factsOf(await handle.stat());
        const record = recordOf(await this.#sidecar(bucket, key), facts);
        if (record) return { handle, record };
        if (attempt === READ_ATTEMPTS) return { handle, record: recordOfForeignFile(facts) };
      } catch (error) {
        await handle.close();
        throw error;
      }
      await handle.close();
    }
  }

  /** undefined where there is no such object. */
  async find(bucket: string, key: string): Promise<ObjectRecord | undefined> {
    const path = objectPath(this.directory, bucket, key);
    for (let attempt = 1; ; attempt++) {
      const stats = await statIfPresent(path);
      if (!stats?.isFile()) return undefined;
      const facts = factsOf(stats);
      const record = recordOf(await this.#sidecar(bucket, key), facts);
      if (record) return record;
      if (attempt === READ_ATTEMPTS) return recordOfForeignFile(facts);
    }
  }

  /** Makes a finished file the object. The file is gone either way. */
  async commit(bucket: string, key: string, file: TemporaryFile, record: ObjectRecord): Promise<void> {
    await file.discardOnError(() =>
      this.#locks.run(`${bucket}/${key}`, async () => {
        const current = await this.find(bucket, key);
        const sidecar: Sidecar = { records: current ? [record, current] : [record] };
        await writeDurably(this.temporary, objectPath(this.#records, bucket, key), JSON.stringify(sidecar));
        await file.moveTo(objectPath(this.directory, bucket, key));
      }),
    );
  }

  async delete(bucket: string, key: string): Promise<void> {
    await this.#locks.run(`${bucket}/${key}`, async () => {
      for (const root of [this.directory, this.#records]) {
        const path = objectPath(root, bucket, key);
        if (await removeFile(path)) await pruneFolders(dirname(path), join(root, bucket));
      }
    });
  }

  async #sidecar(bucket: string, key: string): Promise<Sidecar | undefined> {
    try {
      return JSON.parse(await readFile(objectPath(this.#records, bucket, key), "utf8")) as Sidecar;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }
}

function factsOf(stats: Stats): FileFacts {
  return { size: stats.size, modified: Math.round(stats.mtimeMs) };
}

async function openIfPresent(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, "r");
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function statIfPresent(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
