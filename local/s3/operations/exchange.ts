import type { Readable } from "node:stream";
import type { Authentication } from "#local/s3/protocol/authenticate.ts";
import type { ObjectStore } from "#local/s3/storage/objectStore.ts";
import type { UploadStore } from "#local/s3/storage/uploadStore.ts";

/** Verified request, as seen by the operations. */
export interface S3Request {
  store: ObjectStore;
  uploads: UploadStore;
  bucket: string;
  key: string;
  query: ReadonlyMap<string, string>;
  /** By lowercase name. The x-amz-… parameters of a presigned request count as headers. */
  headers: Readonly<Record<string, string | undefined>>;
  authentication: Authentication;
  /** True if this process sent the request: the body may have any length, and no hash is sent. */
  isOwn: boolean;
  /** Sends 100 Continue if the client expects it. Must be called only once. */
  openBody(): Readable;
}

export interface S3Response {
  status: number;
  headers?: Record<string, string | undefined>;
  /** Text is sent as XML. */
  body?: string | Readable;
}

export type Handler = (request: S3Request) => Promise<S3Response>;

export function quoted(etag: string): string {
  return `"${etag}"`;
}

/** Returns whether an ETag header, such as If-Match, names this ETag. */
export function matchesEtag(header: string, etag: string): boolean {
  return header.split(",").some((candidate) => {
    const value = candidate
      .trim()
      .replace(/^W\//, "")
      .replace(/^"(.*)"$/, "$1");
    return value === "*" || value === etag;
  });
}
