import { createHash } from "node:crypto";
import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { isCompressed, SIGNATURE_BYTES } from "@pdp/formats/layouts";
import type { LoadFileRecord } from "#shared/domain/loads/load.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { putStream } from "./putStream.ts";

/** Stores the bytes of an upload as they arrive. Returns their number and SHA-256, and whether they are compressed. */
export async function storeUpload(
  scope: WorkspaceScope,
  key: string,
  content: Readable,
): Promise<Pick<LoadFileRecord, "size" | "sha256" | "is_compressed">> {
  let size = 0;
  let head = Buffer.alloc(0);
  const hash = createHash("sha256");
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (size < SIGNATURE_BYTES) head = Buffer.concat([head, chunk.subarray(0, SIGNATURE_BYTES - size)]);
      size += chunk.length;
      hash.update(chunk);
      const moment = scope.settings.isolation?.giveWay?.();
      if (moment) void moment.then(() => done(null, chunk));
      else done(null, chunk);
    },
  });
  await Promise.all([pipeline(content, counter), putStream(scope, key, counter)]);
  return { size, sha256: hash.digest("hex"), ...(isCompressed(head) && { is_compressed: true }) };
}
