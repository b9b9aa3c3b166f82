import { conflict, DomainError, notFound } from "@pdp/basics/errors";
import * as v from "valibot";
import { EXAMPLE_ID, ExportId } from "#shared/domain/id.ts";
import { INDEX_PATH, isExportPath, ROOT_PATH } from "#shared/domain/transfers/exportFormat.ts";
import { type ExportRecord, newExport, WorkspaceExport } from "#shared/domain/transfers/transfer.ts";
import { exportFileKey } from "#shared/history/transfers/exportFiles.ts";
import { startTransfer } from "#shared/history/transfers/startTransfer.ts";
import { attachment } from "#shared/http/attachment.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { waitSeconds } from "#shared/http/operations/pageQuery.ts";
import { Redirect } from "#shared/http/operations/redirect.ts";
import { seeOther } from "#shared/http/seeOther.ts";
import { isStored, openIfPresent } from "#shared/objects/objects.ts";
import { presignedUrl } from "#shared/objects/presignedUrl.ts";
import { newId, now, stampOf } from "#shared/runtime/ids.ts";
import { lookUntil } from "#shared/runtime/lookUntil.ts";
import { allTransfers, createTransfer, getExport } from "#shared/store/transfers.ts";

const COMMON = { tag: "Export and import", audience: "member", role: "manager" } as const;

export const exportWorkspace = operation(
  {
    ...COMMON,
    summary: "Export the workspace",
    description:
      "Starts an export of everything in the workspace as of its latest data version: all tables at all versions, loads with their files, tasks, artifacts, orders, projects and rounds. If an export is already running, returns that one. Work in progress is exported as stopped. Nothing is copied: its files can be downloaded for a day with `workspace:getExportFile`, unless rows are erased in the meantime. Can be called while the workspace is read-only.",
    method: "POST",
    path: "/v2/workspace/{workspace}/workspace:export",
    whileFrozen: "READ_ONLY",
    needs: ["table:write", "maintenance:start"],
    response: WorkspaceExport,
    examples: { response: { state: "RUNNING", export: null, ended_at: null } },
  },
  async ({ workspace, caller }) => {
    const running = (await allTransfers(workspace)).find(
      (transfer): transfer is ExportRecord => transfer.kind === "EXPORT" && transfer.state === "RUNNING",
    );
    if (running) return running;
    const started = newExport(newId(), workspace.name ?? "", stampOf(caller));
    await createTransfer(workspace, started);
    await startTransfer(workspace, started);
    return started;
  },
);

export const getWorkspaceExport = operation(
  {
    ...COMMON,
    summary: "Get an export",
    description:
      "With `wait_seconds`, the response is sent once the export is no longer RUNNING, or after that time.",
    method: "GET",
    path: "/v2/workspace/{workspace}/workspace:getExport",
    needs: ["table:read"],
    query: v.object({
      id: ExportId,
      wait_seconds: waitSeconds("the export"),
    }),
    response: WorkspaceExport,
    errors: [404],
  },
  async ({ workspace, query, signal }) => {
    const look = () => getExport(workspace, query.id);
    return lookUntil(workspace, look, ({ state }) => state !== "RUNNING", query.wait_seconds, signal);
  },
);

export const getWorkspaceExportFile = operation(
  {
    ...COMMON,
    summary: "Download a file of an export",
    description:
      "Returns `export.json`, `files.jsonl` (the list of all other files, each with its path, size and SHA-256), or one of the listed files. 404 once the export has expired, or if rows have been erased since.",
    method: "GET",
    path: "/v2/workspace/{workspace}/workspace:getExportFile",
    needs: ["table:read", "lake:write"],
    query: v.object({
      id: ExportId,
      path: v.pipe(
        v.string(),
        v.check(
          (path) => path === ROOT_PATH || isExportPath(path),
          "Input should be export.json, files.jsonl, or a path that files.jsonl lists",
        ),
        v.description("`export.json`, `files.jsonl`, or a path that it lists"),
        v.examples([INDEX_PATH]),
      ),
      redirect: Redirect,
    }),
    redirects: true,
    response: { contentType: "application/octet-stream", description: "The content of the file" },
    transport: "stream",
    errors: [404, 409],
    examples: { errors: { 404: fileGone(INDEX_PATH), 409: notComplete(EXAMPLE_ID.export) } },
  },
  async ({ workspace, query }) => {
    const { id, path } = query;
    const record = await getExport(workspace, id);
    if (record.expires_at <= now()) throw notFound("export", id);
    if (record.state !== "COMPLETED") throw notComplete(id);
    // An erasure deletes the list, and thereby withdraws the export.
    const index = exportFileKey(workspace, id, INDEX_PATH);
    const key = exportFileKey(workspace, id, path);
    if (!(await isStored(workspace, index)) || !(await isStored(workspace, key))) throw fileGone(path);
    const headers = {
      "content-type": "application/octet-stream",
      "content-disposition": attachment(path.slice(path.lastIndexOf("/") + 1)),
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
    };
    if (query.redirect) return seeOther(await presignedUrl(workspace, key, headers));
    const opened = await openIfPresent(workspace, key);
    if (!opened) throw fileGone(path);
    return { headers: { ...headers, "content-length": String(opened.size) }, body: opened.body };
  },
);

function fileGone(path: string): DomainError {
  return new DomainError(
    "not_found",
    "export_file_not_found",
    `The export has no file ${path.slice(0, 200)}. If rows have been erased since, the export is withdrawn: start a new one with workspace:export.`,
  );
}

function notComplete(id: string): DomainError {
  return conflict(
    "export_not_completed",
    `The export ${id} has not been completed, so its files cannot be downloaded.`,
  );
}
