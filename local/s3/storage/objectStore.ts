import { existsSync, type Stats } from "node:fs";
import { type FileHandle, open, readdir, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { S3Error } from "#local/s3/protocol/s3Error.ts";
import {
  ifPresent,
  makeFolder,
  pruneFolders,
  readJson,
  removeFile,
  TemporaryFile,
  writeJson,
} from "./durableFiles.ts";
import { KeyLocks } from "./keyLocks.ts";
import { isBucketName, objectPath } from "./objectPath.ts";
import { type ObjectRecord, recordOf, recordOfFile, type Sidecar } from "./objectRecord.ts";

/** A reader that opens a file just before it is replaced twice finds neither record, and retries. */
const MAX_READ_ATTEMPTS = 5;

export interface OpenObject {
  handle: FileHandle;
  record: ObjectRecord;
}

/** What is known of stored content: its description, or only its size in bytes. */
type StoredContent = Omit<ObjectRecord, "modified"> | { size: number };

/**
 * Stores buckets and objects as plain files: objects at `objectPath(directory, …)`, the sidecars of those with a description
 * at the same relative path under `.records`, and unfinished writes under `.temporary`. Only one process at a time may serve a
 * directory.
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

  /** Discards writes interrupted by a crash. */
  async prepare(): Promise<void> {
    await rm(this.temporary, { recursive: true, force: true });
    await makeFolder(this.temporary);
  }

  bucketFolder(bucket: string): string {
    if (!isBucketName(bucket)) throw new S3Error("InvalidBucketName");
    return join(this.directory, bucket);
  }

  async requireBucket(bucket: string): Promise<void> {
    const folder = isBucketName(bucket) ? await ifPresent(stat(this.bucketFolder(bucket))) : undefined;
    if (!folder?.isDirectory()) throw new S3Error("NoSuchBucket");
  }

  async createBucket(bucket: string): Promise<void> {
    await makeFolder(this.bucketFolder(bucket));
  }

  async buckets(): Promise<{ name: string; created: Date }[]> {
    const entries = await readdir(this.directory, { withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory() && isBucketName(entry.name));
    const names = folders.map(({ name }) => name).sort();
    const createdAt = async (name: string) => (await stat(join(this.directory, name))).birthtime;
    return Promise.all(names.map(async (name) => ({ name, created: await createdAt(name) })));
  }

  /** Returns the modification time for a new object: the current time, but later than all previous ones. */
  nextModified(): number {
    this.#lastModified = Math.max(Date.now(), this.#lastModified + 1);
    return this.#lastModified;
  }

  /** Opens an object; the caller closes its handle. Throws `NoSuchKey`. */
  async open(bucket: string, key: string): Promise<OpenObject> {
    for (let attempt = 1; ; attempt++) {
      const handle = await ifPresent(open(objectPath(this.directory, bucket, key), "r"));
      if (!handle) throw new S3Error("NoSuchKey");
      try {
        const record = await this.#recordOf(bucket, key, await handle.stat(), attempt);
        if (record) return { handle, record };
      } catch (error) {
        await handle.close();
        throw error;
      }
      await handle.close();
    }
  }

  /** Finds an object's record; undefined if the object does not exist. */
  async find(bucket: string, key: string): Promise<ObjectRecord | undefined> {
    for (let attempt = 1; ; attempt++) {
      const stats = await ifPresent(stat(objectPath(this.directory, bucket, key)));
      if (!stats?.isFile()) return undefined;
      const record = await this.#recordOf(bucket, key, stats, attempt);
      if (record) return record;
    }
  }

  /** Creates an object atomically from the output of `fill`: its description, or only its size if it needs none. */
  async put(
    bucket: string,
    key: string,
    fill: (file: TemporaryFile) => Promise<StoredContent>,
  ): Promise<ObjectRecord> {
    const file = await TemporaryFile.create(this.temporary);
    return file.discardOnError(async () => {
      const filled = await fill(file);
      const modified = this.nextModified();
      const record = "etag" in filled ? { ...filled, modified } : recordOfFile({ ...filled, modified });
      await file.finish(modified);
      await this.#locks.run(`${bucket}/${key}`, async () => {
        const path = objectPath(this.#records, bucket, key);
        // A sidecar of an earlier object must also list this one, or readers would not find its record.
        if ("etag" in filled || existsSync(path)) {
          const current = await this.find(bucket, key);
          const sidecar: Sidecar = { records: current ? [record, current] : [record] };
          await writeJson(this.temporary, path, sidecar);
        }
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

  /** Reads the record of a file; undefined if the file has since been replaced. */
  async #recordOf(
    bucket: string,
    key: string,
    stats: Stats,
    attempt: number,
  ): Promise<ObjectRecord | undefined> {
    const facts = { size: stats.size, modified: Math.round(stats.mtimeMs) };
    const sidecar = await readJson<Sidecar>(objectPath(this.#records, bucket, key));
    const record = recordOf(sidecar, facts);
    if (record || attempt === MAX_READ_ATTEMPTS) return record ?? recordOfFile(facts);
    if (sidecar) return undefined;
    // An object that is being deleted loses its file first, and then its sidecar.
    const current = await ifPresent(stat(objectPath(this.directory, bucket, key)));
    return current?.ino === stats.ino ? recordOfFile(facts) : undefined;
  }
}
