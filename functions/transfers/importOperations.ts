import { createHash, randomInt } from "node:crypto";
import { conflict, DomainError, invalidField } from "@pdp/basics/errors";
import * as v from "valibot";
import { EXAMPLE_ID, ImportId } from "#shared/domain/id.ts";
import { ExportRoot, MAX_EXPORT_FILE_BYTES, Sha256 } from "#shared/domain/transfers/exportFormat.ts";
import { newOffset } from "#shared/domain/transfers/renumber.ts";
import {
  ImportIds,
  type ImportRecord,
  newImport,
  startImport as started,
  WorkspaceImport,
} from "#shared/domain/transfers/transfer.ts";
import { startTransfer } from "#shared/history/transfers/startTransfer.ts";
import { fileTooLarge } from "#shared/http/multipart.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { waitSeconds } from "#shared/http/operations/pageQuery.ts";
import type { AccessibleWorkspace } from "#shared/http/workspaceAccess.ts";
import { importFileKey, importPrefix } from "#shared/objects/keys.ts";
import { deleteObject, isStored, listObjects } from "#shared/objects/objects.ts";
import { putStream } from "#shared/objects/putStream.ts";
import { newId, stampOf } from "#shared/runtime/ids.ts";
import { lookUntil } from "#shared/runtime/lookUntil.ts";
import { importInProgress } from "#shared/store/freezes.ts";
import {
  allTransfers,
  changeTransfer,
  createTransfer,
  getImport,
  isEmptyWorkspace,
} from "#shared/store/transfers.ts";

const COMMON = {
  tag: "Export and import",
  audience: "member",
  role: "manager",
  whileFrozen: true,
} as const;

/** Number of uploaded files in one response. */
const MAX_LISTED = 1_000;

export const importWorkspace = operation(
  {
    ...COMMON,
    summary: "Import an exported workspace",
    description:
      "Starts an import into this workspace, which must be empty, and which platform staff must have frozen as `CLOSED`, so that nobody sees a part of it. Send the content of `export.json`. Then upload `files.jsonl` and the files that it lists, and call `workspace:startImport`. If an import of the same export has begun here, returns that one, so that it can be continued.",
    method: "POST",
    path: "/v2/workspace/{workspace}/workspace:import",
    needs: ["table:write"],
    body: v.object({
      export: ExportRoot,
      ids: v.pipe(
        ImportIds,
        v.description(
          "`SAME` keeps the ids of all resources; `NEW` adds the same number to each, for an installation that still has the exported workspace. The workspace itself always has its own id",
        ),
        v.examples(["SAME"]),
      ),
    }),
    response: WorkspaceImport,
    errors: [409],
    examples: {
      response: { state: "UPLOADING", progress: null, ended_at: null },
      errors: { 409: notClosed("protein-lab") },
    },
  },
  async ({ workspace, caller, body }) => {
    requireClosed(workspace);
    const imports = (await allTransfers(workspace)).filter(
      (transfer): transfer is ImportRecord => transfer.kind === "IMPORT",
    );
    const { index } = body.export;
    const same = imports.findLast(
      (earlier) => earlier.export.index.sha256 === index.sha256 && earlier.ids === body.ids,
    );
    if (same) return same;
    const isBusy = imports.some(({ state }) => state === "RUNNING");
    if (isBusy || !(await isEmptyWorkspace(workspace))) throw notEmpty(workspace);
    const id_offset = body.ids === "SAME" ? 0 : newOffset(randomInt(2 ** 31));
    const created = newImport(newId(), { ...body, id_offset }, stampOf(caller));
    await createTransfer(workspace, created);
    return created;
  },
);

export const getWorkspaceImport = operation(
  {
    ...COMMON,
    summary: "Get an import",
    description:
      "With `wait_seconds`, the response is sent once the import is no longer RUNNING, or after that time.",
    method: "GET",
    path: "/v2/workspace/{workspace}/workspace:getImport",
    needs: ["table:read"],
    query: v.object({
      id: ImportId,
      wait_seconds: waitSeconds("the import"),
    }),
    response: WorkspaceImport,
    errors: [404],
  },
  async ({ workspace, query, signal }) => {
    const look = () => getImport(workspace, query.id);
    return lookUntil(workspace, look, ({ state }) => state !== "RUNNING", query.wait_seconds, signal);
  },
);

export const listWorkspaceImportFiles = operation(
  {
    ...COMMON,
    summary: "List the uploaded files of an import",
    description: "Returns the SHA-256 of each uploaded file, so that a client uploads only the others.",
    method: "GET",
    path: "/v2/workspace/{workspace}/workspace:listImportFiles",
    needs: ["table:read", "lake:read"],
    query: v.object({
      id: ImportId,
      after: v.optional(v.pipe(Sha256, v.description("Last SHA-256 of the previous response"))),
    }),
    response: v.object({
      sha256: v.pipe(v.array(Sha256), v.description(`In order; at most ${MAX_LISTED}`)),
      more: v.pipe(v.boolean(), v.description("Whether further files follow"), v.examples([false])),
    }),
    errors: [404],
  },
  async ({ workspace, query }) => {
    const { id } = await getImport(workspace, query.id);
    const prefix = importPrefix(workspace.id, id);
    const sha256: string[] = [];
    const after = query.after === undefined ? null : `${prefix}${query.after}`;
    for await (const { key } of listObjects(workspace, prefix, after)) {
      if (sha256.length === MAX_LISTED) return { sha256, more: true };
      sha256.push(key.slice(prefix.length));
    }
    return { sha256, more: false };
  },
);

export const uploadWorkspaceImportFile = operation(
  {
    ...COMMON,
    summary: "Upload a file of an export",
    description:
      "Stores the body, which may have any media type, if its SHA-256 is the stated one. Uploading a file again changes nothing. 413 if the files are larger than `export.json` states.",
    method: "POST",
    path: "/v2/workspace/{workspace}/workspace:uploadImportFile",
    needs: ["table:write", "lake:write"],
    query: v.object({ id: ImportId, sha256: v.pipe(Sha256, v.description("SHA-256 of the body")) }),
    form: v.object({
      file: v.pipe(
        v.any(),
        v.metadata({ jsonSchema: { type: "string", format: "binary" } }),
        v.description("Not supported: send the file as the body"),
        v.examples(["{}"]),
      ),
    }),
    rawFileExample: "{}\n",
    response: v.object({
      bytes: v.pipe(v.number(), v.description("Size of the file"), v.examples([3])),
    }),
    transport: "upload",
    errors: [404, 409, 413, 422],
    examples: { errors: { 409: importStarted(EXAMPLE_ID.import) } },
  },
  async ({ workspace, query, headers, stream, signal }) => {
    const { id, sha256 } = query;
    const record = await getImport(workspace, id);
    requireClosed(workspace);
    if (record.state !== "UPLOADING" && record.state !== "FAILED") throw importStarted(id);
    const key = importFileKey(workspace.id, id, sha256);
    const isKnown = await isStored(workspace, key);
    if (!isKnown) requireRoom(record, Number(headers["content-length"] ?? 0));
    const leave = await workspace.settings.isolation?.enter("upload", workspace, signal);
    try {
      const content = new CheckedContent(stream, isKnown ? null : record, sha256);
      if (isKnown) {
        for await (const _ of content);
        return { bytes: content.bytes };
      }
      // The object exists only if the stream ends without an error.
      await putStream(workspace, key, content);
      await changeTransfer<ImportRecord>(workspace, record, (before) => {
        requireRoom(before, content.bytes);
        return { ...before, received_bytes: before.received_bytes + content.bytes };
      }).catch(async (error: unknown) => {
        await deleteObject(workspace, key);
        throw error;
      });
      return { bytes: content.bytes };
    } finally {
      await leave?.();
    }
  },
);

export const startWorkspaceImport = operation(
  {
    ...COMMON,
    summary: "Start an import whose files are uploaded",
    description:
      "Checks all files, copies them, and writes the records. A failed import may be started again: it continues. Nothing is written unless everything is valid; from then on, `workspace:unfreeze` is refused until the import is COMPLETED.",
    method: "POST",
    path: "/v2/workspace/{workspace}/workspace:startImport",
    needs: ["table:write", "maintenance:start"],
    query: v.object({ id: ImportId }),
    response: WorkspaceImport,
    errors: [404, 409],
    examples: { response: { state: "RUNNING" }, errors: { 409: notClosed("protein-lab") } },
  },
  async ({ workspace, query }) => {
    const record = await getImport(workspace, query.id);
    requireClosed(workspace);
    const others = (await allTransfers(workspace)).filter(
      ({ id, kind }) => kind === "IMPORT" && id !== record.id,
    );
    // Records that an interrupted import has written are its own.
    const isOwn = (await importInProgress(workspace)) === record.id;
    if (others.some(({ state }) => state === "RUNNING" || state === "COMPLETED")) throw notEmpty(workspace);
    if (!isOwn && record.state !== "COMPLETED" && !(await isEmptyWorkspace(workspace)))
      throw notEmpty(workspace);
    const after = await changeTransfer<ImportRecord>(workspace, record, started);
    if (after.state === "RUNNING") await startTransfer(workspace, after);
    return after;
  },
);

/** Passes a body on. Throws before its end if it is longer than its import allows, or has another SHA-256. */
class CheckedContent implements AsyncIterable<Buffer> {
  bytes = 0;
  readonly #content: AsyncIterable<Buffer>;
  /** Import whose total size is limited; null if the file was already counted. */
  readonly #record: ImportRecord | null;
  readonly #sha256: string;

  constructor(content: AsyncIterable<Buffer>, record: ImportRecord | null, sha256: string) {
    this.#content = content;
    this.#record = record;
    this.#sha256 = sha256;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    const hash = createHash("sha256");
    for await (const chunk of this.#content) {
      this.bytes += chunk.length;
      if (this.bytes > MAX_EXPORT_FILE_BYTES) throw fileTooLarge(MAX_EXPORT_FILE_BYTES);
      if (this.#record !== null) requireRoom(this.#record, this.bytes);
      hash.update(chunk);
      yield chunk;
    }
    const digest = hash.digest("hex");
    if (digest !== this.#sha256) throw otherContent(digest);
  }
}

/** Throws a 413 if the files of an import would be larger than its export states. */
function requireRoom(record: ImportRecord, size: number): void {
  const { export: root, received_bytes } = record;
  if (size > root.bytes + root.index.bytes - received_bytes) throw tooMany(record);
}

function tooMany({ export: root }: ImportRecord): DomainError {
  return new DomainError(
    "too_large",
    "import_too_large",
    `The uploaded files are larger than the ${root.bytes + root.index.bytes} bytes that export.json states.`,
  );
}

function requireClosed({ name, freeze }: AccessibleWorkspace): void {
  if (freeze?.mode !== "CLOSED") throw notClosed(name ?? "");
}

function notClosed(name: string): DomainError {
  return conflict(
    "workspace_not_closed",
    `The workspace "${name}" is not closed. Ask platform staff to freeze it as CLOSED, so that nobody sees a part of the import.`,
  );
}

function notEmpty({ name }: AccessibleWorkspace): DomainError {
  return conflict(
    "workspace_not_empty",
    `The workspace "${name}" is not empty, or another import is running. Import into a new workspace.`,
  );
}

function importStarted(id: string): DomainError {
  return conflict("import_started", `The import ${id} has started, so it accepts no more files.`);
}

function otherContent(digest: string): DomainError {
  return invalidField(["query", "sha256"], `The body has the SHA-256 ${digest}. Upload it again`, digest);
}
