import type { Readable } from "node:stream";
import type { Authentication } from "#infra/local/s3/protocol/authenticate.ts";
import { S3Error } from "#infra/local/s3/protocol/s3Error.ts";
import type { ObjectStore } from "#infra/local/s3/storage/objectStore.ts";
import type { UploadStore } from "#infra/local/s3/storage/uploadStore.ts";

/** A verified request, as the operations see it. */
export interface S3Request {
  store: ObjectStore;
  uploads: UploadStore;
  bucket: string;
  key: string;
  query: ReadonlyMap<string, string>;
  /** By lower-case name. A presigned request's x-amz-… parameters count as headers. */
  headers: Readonly<Record<string, string | undefined>>;
  authentication: Authentication;
  /** Who signed the request: the owner of everything here. */
  owner: string;
  /** Asks a client that waits for leave to send (Expect: 100-continue) for the body. To be called once. */
  openBody(): Readable;
}

export interface S3Response {
  status: number;
  headers?: Record<string, string | undefined>;
  /** Text is XML. */
  body?: string | Readable;
}

export type Handler = (request: S3Request) => Promise<S3Response>;

/** A whole number in the query, from 0 to `maximum` (greater ones are lowered to it, as S3 does). */
export function countParameter(request: S3Request, name: string, maximum: number): number {
  const text = request.query.get(name);
  if (text === undefined || text === "") return maximum;
  if (!/^[0-9]{1,15}$/.test(text)) throw new S3Error("InvalidArgument", `${name} must be a whole number.`);
  return Math.min(Number(text), maximum);
}

export function quoted(etag: string): string {
  return `"${etag}"`;
}
