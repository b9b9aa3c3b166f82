import { randomUUID } from "node:crypto";
import { readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { ChecksumAlgorithm, ChecksumType } from "#local/s3/protocol/checksum.ts";
import { S3Error } from "#local/s3/protocol/s3Error.ts";
import { ifPresent, readJson, removeFile, TemporaryFile, writeJson } from "./durableFiles.ts";
import { KeyLocks } from "./keyLocks.ts";
import type { Description } from "./objectRecord.ts";
import type { ObjectStore } from "./objectStore.ts";

/** Multipart upload that has been neither completed nor aborted. */
export interface Upload {
  key: string;
  description: Description;
  /** Checksum that the client expects; undefined if none. */
  checksum: { algorithm: ChecksumAlgorithm; type: ChecksumType } | undefined;
}

export interface Part {
  /** 1 to 10,000. */
  number: number;
  /** File name. */
  file: string;
  size: number;
  modified: number;
  /** MD5 in hexadecimal. */
  etag: string;
  /** Computed with the upload's algorithm, in Base64. */
  checksum: string | undefined;
}

/** Identifies one upload; every method below throws `NoSuchUpload` for an unknown upload. */
export interface UploadName {
  bucket: string;
  key: string;
  id: string;
}

const UPLOAD_FILE = "upload.json";

/**
 * Stores multipart uploads in folders under `.uploads/<bucket>`: `upload.json`, and for each part its bytes and
 * `<number>.json`. A part exists once its `<number>.json` has been moved into place.
 */
export class UploadStore {
  readonly #objects: ObjectStore;
  readonly #locks = new KeyLocks();

  constructor(objects: ObjectStore) {
    this.#objects = objects;
  }

  async create(bucket: string, upload: Upload): Promise<string> {
    const id = randomUUID();
    const path = join(this.#folder(bucket, id), UPLOAD_FILE);
    await writeJson(this.#objects.temporary, path, upload);
    return id;
  }

  async find({ bucket, key, id }: UploadName): Promise<Upload> {
    const upload = /^[a-z0-9-]{1,64}$/.test(id)
      ? await readJson<Upload>(join(this.#folder(bucket, id), UPLOAD_FILE))
      : undefined;
    if (upload?.key !== key) throw new S3Error("NoSuchUpload");
    return upload;
  }

  /** Adds the output of `fill` as a part, replacing any earlier part with that number. */
  async putPart(
    name: UploadName,
    number: number,
    fill: (file: TemporaryFile) => Promise<Pick<Part, "size" | "etag" | "checksum">>,
  ): Promise<Part> {
    const file = await TemporaryFile.create(this.#objects.temporary);
    return file.discardOnError(async () => {
      const filled = await fill(file);
      await file.finish();
      const modified = this.#objects.nextModified();
      const part: Part = { ...filled, number, modified, file: `${number}-${randomUUID()}` };
      await this.#locks.run(name.id, async () => {
        await this.find(name);
        const folder = this.#folder(name.bucket, name.id);
        const partFile = join(folder, `${number}.json`);
        const before = await readJson<Part>(partFile);
        await file.moveTo(join(folder, part.file));
        await writeJson(this.#objects.temporary, partFile, part);
        if (before) await removeFile(join(folder, before.file));
      });
      return part;
    });
  }

  /** Reads the parts in order of their numbers. */
  async parts(name: UploadName): Promise<Part[]> {
    await this.find(name);
    const folder = this.#folder(name.bucket, name.id);
    const names = ((await ifPresent(readdir(folder))) ?? []).filter((file) => /^[0-9]+\.json$/.test(file));
    const parts = await Promise.all(names.map((file) => readJson<Part>(join(folder, file))));
    return parts.filter((part) => part !== undefined).sort((a, b) => a.number - b.number);
  }

  partPath({ bucket, id }: UploadName, part: Part): string {
    return join(this.#folder(bucket, id), part.file);
  }

  /** Completes an upload with `work`, during which no part changes; if it fails, the upload remains. */
  async end<T>(name: UploadName, work: (upload: Upload, parts: Part[]) => Promise<T>): Promise<T> {
    return this.#locks.run(name.id, async () => {
      const result = await work(await this.find(name), await this.parts(name));
      const discarded = join(this.#objects.temporary, randomUUID());
      await rename(this.#folder(name.bucket, name.id), discarded);
      await rm(discarded, { recursive: true, force: true });
      return result;
    });
  }

  #folder(bucket: string, id: string): string {
    return join(this.#objects.directory, ".uploads", bucket, id);
  }
}
