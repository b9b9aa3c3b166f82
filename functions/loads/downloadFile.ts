import { randomUUID } from "node:crypto";
import { DomainError, notFound } from "@pdp/basics/errors";
import * as v from "valibot";
import { EXAMPLE_ID, FileId } from "#shared/domain/id.ts";
import { attachment } from "#shared/http/attachment.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { Redirect } from "#shared/http/operations/redirect.ts";
import { seeOther } from "#shared/http/seeOther.ts";
import { compressedUploadKey, resultKey, uploadKey } from "#shared/objects/keys.ts";
import { isStored } from "#shared/objects/objects.ts";
import { presignedUrl } from "#shared/objects/presignedUrl.ts";
import { putStream } from "#shared/objects/putStream.ts";
import { openUpload } from "#shared/objects/uploads.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { getLoadFile } from "#shared/store/loadFiles.ts";

export const downloadFile = operation(
  {
    summary: "Download an uploaded file",
    description: "Returns the bytes exactly as uploaded.",
    method: "GET",
    path: "/v2/workspace/{workspace}/data/load:downloadFile",
    tag: "Data loads",
    audience: "member",
    role: "reader",
    needs: ["table:read", "lake:read", "results"],
    query: v.object({ file_id: FileId, redirect: Redirect }),
    redirects: true,
    response: { contentType: "application/octet-stream", description: "The file's bytes" },
    transport: "stream",
    errors: [404],
    examples: { errors: { 404: notFound("file", EXAMPLE_ID.file) } },
  },
  async ({ workspace, query }) => {
    const { loadId, file } = await getLoadFile(workspace, query.file_id);
    if (file.erased_at !== undefined) {
      throw new DomainError(
        "not_found",
        "file_erased",
        `The file ${file.id} was erased at ${file.erased_at}.`,
      );
    }
    const key = uploadKey(workspace.id, loadId, file.id);
    const headers = {
      "content-type": "application/octet-stream",
      "content-disposition": attachment(file.filepath),
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
    };
    if (query.redirect)
      return seeOther(await presignedUrl(workspace, await plainKey(workspace, key), headers));
    return {
      headers: { ...headers, "content-length": String(file.size) },
      body: await openUpload(workspace, key),
    };
  },
);

/**
 * Returns the key of an object that contains the file's original bytes and exists for as long as a signed URL is valid. If the
 * file has a compressed copy, a sweep may remove the original at any time, and not every client decompresses a response. In
 * this case, the original bytes are stored for a day, like a query result.
 */
async function plainKey(workspace: WorkspaceScope, key: string): Promise<string> {
  if (!(await isStored(workspace, compressedUploadKey(key)))) return key;
  const copy = resultKey(workspace.id, randomUUID());
  await putStream(workspace, copy, await openUpload(workspace, key));
  return copy;
}
