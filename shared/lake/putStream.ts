import type { Readable } from "node:stream";
import { Upload } from "@aws-sdk/lib-storage";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { objectStore } from "./objects.ts";

/** Stores a stream of unknown length by a multipart upload. The object becomes visible only when it is complete. */
export async function putStream(scope: WorkspaceScope, key: string, body: Readable): Promise<void> {
  const { client, bucket } = objectStore(scope);
  await new Upload({ client, params: { Bucket: bucket, Key: key, Body: body }, queueSize: 2 }).done();
}
