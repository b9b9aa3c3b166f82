import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { putWholeStream } from "./inProcessObjects.ts";
import { objectStore } from "./objects.ts";

/** Size of a part, in bytes: an upload has at most 10,000 parts, and each part is in memory until it is sent. */
const PART_BYTES = 8 * 2 ** 20;
const MAX_PARTS_UNDER_WAY = 2;

/**
 * Stores a stream of unknown length, in parts if it is longer than one part, unless the store runs in this process. The object
 * only becomes visible when it is complete; anything already sent is removed if the stream fails.
 */
export async function putStream(
  scope: WorkspaceScope,
  key: string,
  body: AsyncIterable<Uint8Array>,
): Promise<void> {
  const { client, bucket } = objectStore(scope);
  const { callObjects } = scope.settings;
  if (callObjects) return putWholeStream(callObjects, bucket, key, body);
  const target = { Bucket: bucket, Key: key };
  // Buffers are reused, because discarded ones would stay in memory for a long time.
  const unused: Buffer[] = [];
  const parts = partsOf(body, () => unused.pop() ?? Buffer.allocUnsafeSlow(PART_BYTES));
  try {
    const { value: first = Buffer.alloc(0) } = await parts.next();
    if (first.byteLength < PART_BYTES) {
      await client.send(new PutObjectCommand({ ...target, Body: first }));
      return;
    }
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(target));
    const upload = { ...target, UploadId };
    const send = async (Body: Buffer, PartNumber: number): Promise<CompletedPart> => {
      const { $metadata: _, ...sent } = await client.send(
        new UploadPartCommand({ ...upload, PartNumber, Body }),
      );
      if (Body.byteLength === PART_BYTES) unused.push(Body);
      return { ...sent, PartNumber };
    };
    const sending: Promise<CompletedPart>[] = [];
    try {
      for (let next: Buffer | undefined = first; next; next = (await parts.next()).value) {
        const part = send(next, sending.length + 1);
        // A failure is reported when the part is awaited.
        part.catch(() => undefined);
        sending.push(part);
        await sending.at(-MAX_PARTS_UNDER_WAY);
      }
      const Parts = await Promise.all(sending);
      await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }));
    } catch (error) {
      await Promise.allSettled(sending);
      await client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined);
      throw error;
    }
  } finally {
    await parts.return(undefined);
  }
}

/** Yields the bytes of a stream in pieces of `PART_BYTES`, in buffers from `take`; the last piece may be shorter. */
async function* partsOf(
  body: AsyncIterable<Uint8Array>,
  take: () => Buffer,
): AsyncGenerator<Buffer, undefined> {
  let part = take();
  let filled = 0;
  for await (const bytes of body) {
    for (let from = 0; from < bytes.byteLength; ) {
      const count = Math.min(bytes.byteLength - from, PART_BYTES - filled);
      part.set(bytes.subarray(from, from + count), filled);
      from += count;
      filled += count;
      if (filled < PART_BYTES) continue;
      yield part;
      part = take();
      filled = 0;
    }
  }
  if (filled > 0) yield part.subarray(0, filled);
  return undefined;
}
