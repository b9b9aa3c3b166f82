import type { Stats } from "node:fs";
import { type FileHandle, open, readdir, readFile, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { S3Error } from "#infra/local/s3/protocol/s3Error.ts";
import {
  ifPresent,
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
const MAX_READ_ATTEMPTS = 5;

export interface OpenObject {
  handle: FileHandle;
  record: ObjectRecord;
}

/**
 * Keeps buckets and objects as plain files: objects at `objectPath(directory, …)`, their sidecars at the same place under
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
    return (await ifPresent(stat(this.bucketFolder(bucket))))?.isDirectory() ?? false;
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

  /** Chooses the modification time for a new object: the present, and later than any given before. */
  nextModified(): number {
    this.#lastModified = Math.max(Date.now(), this.#lastModified + 1);
    return this.#lastModified;
  }

  /** Opens an object, whose handle the caller closes. Throws `NoSuchKey`. */
  async open(bucket: string, key: string): Promise<OpenObject> {
    const path = objectPath(this.directory, bucket, key);
    for (let attempt = 1; ; attempt++) {
      const handle = await ifPresent(open(path, "r"));
      if (!handle) throw new S3Error("NoSuchKey");
      try {
        const facts = factsOf(await handle.stat());
        const record = recordOf(await this.#sidecar(bucket, key), facts);
        if (record) return { handle, record };
        if (attempt === MAX_READ_ATTEMPTS) return { handle, record: recordOfForeignFile(facts) };
      } catch (error) {
        await handle.close();
        throw error;
      }
      await handle.close();
    }
  }

  /** Finds an object's record; undefined where there is no such object. */
  async find(bucket: string, key: string): Promise<ObjectRecord | undefined> {
    const path = objectPath(this.directory, bucket, key);
    for (let attempt = 1; ; attempt++) {
      const stats = await ifPresent(stat(path));
      if (!stats?.isFile()) return undefined;
      const facts = factsOf(stats);
      const record = recordOf(await this.#sidecar(bucket, key), facts);
      if (record) return record;
      if (attempt === MAX_READ_ATTEMPTS) return recordOfForeignFile(facts);
    }
  }

  /** Makes an object of what `fill` writes, all of it or nothing. */
  async put(
    bucket: string,
    key: string,
    fill: (file: TemporaryFile) => Promise<Omit<ObjectRecord, "modified">>,
  ): Promise<ObjectRecord> {
    const file = await TemporaryFile.create(this.temporary);
    return file.discardOnError(async () => {
      const filled = await fill(file);
      const record = { ...filled, modified: this.nextModified() };
      await file.finish(record.modified);
      await this.#locks.run(`${bucket}/${key}`, async () => {
        const current = await this.find(bucket, key);
        const sidecar: Sidecar = { records: current ? [record, current] : [record] };
        await writeDurably(this.temporary, objectPath(this.#records, bucket, key), JSON.stringify(sidecar));
        await file.moveTo(objectPath(this.directory, bucket, key));
      });
      return record;
    });
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
    const text = await ifPresent(readFile(objectPath(this.#records, bucket, key), "utf8"));
    return text === undefined ? undefined : (JSON.parse(text) as Sidecar);
  }
}

function factsOf(stats: Stats): FileFacts {
  return { size: stats.size, modified: Math.round(stats.mtimeMs) };
}
