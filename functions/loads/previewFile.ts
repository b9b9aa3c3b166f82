import { notFound } from "@pdp/basics/errors";
import * as v from "valibot";
import { projectOf } from "#shared/domain/context.ts";
import { EXAMPLE_ID, FileId, LoadId } from "#shared/domain/id.ts";
import {
  FilePreview,
  missingWordsIn,
  PreviewedHeaderRow,
  PreviewedMissingWords,
  PreviewedPositions,
  PreviewedReference,
  PreviewedSheet,
} from "#shared/domain/loads/filePreview.ts";
import type { LoadFile } from "#shared/domain/loads/load.ts";
import { previewReferences } from "#shared/history/previewReferences.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { runPreview } from "#shared/jobs/previewContent.ts";
import { uploadKey } from "#shared/objects/keys.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { filesOfLoad, getLoadFile } from "#shared/store/loadFiles.ts";
import { getLoad } from "#shared/store/loads.ts";

export const previewFile = operation(
  {
    summary: "Preview how an uploaded file would be loaded",
    description:
      "Reads a bounded part of the file without changing anything. Returns the format, the proposed columns, the problems, warnings about unusual contents (including columns that differ from those of the load's first file for the same table), and the `config` for a load. Types are proposed from up to 4 MB of text, or 500,000 cells; `is_whole` is true if that covers the whole file. With this config, the previewed part loads without errors except those in `problems`.",
    method: "POST",
    path: "/v2/workspace/{workspace}/data/load:previewFile",
    tag: "Data loads",
    audience: "member",
    role: "reader",
    needs: ["table:read", "lake:read", "duckdb"],
    query: v.object({
      id: LoadId,
      file_id: FileId,
      sheet: PreviewedSheet,
      header_row: PreviewedHeaderRow,
      missing_values: PreviewedMissingWords,
      reference: PreviewedReference,
      positions: PreviewedPositions,
    }),
    response: FilePreview,
    errors: [404],
    examples: { errors: { 404: notFound("file", EXAMPLE_ID.file) } },
  },
  async ({ workspace, query, signal }) => {
    const { context } = await getLoad(workspace, query.id);
    const { loadId, file } = await getLoadFile(workspace, query.file_id);
    if (loadId !== query.id) throw notFound("file", query.file_id);
    const keyOf = (id: string) => uploadKey(workspace.id, loadId, id);
    const references = await previewReferences(workspace, projectOf(context), query.reference);
    const first = await firstFile(workspace, loadId, file);
    return runPreview(
      workspace,
      {
        name: file.filepath,
        sheet: query.sheet,
        headerRow: query.header_row === null ? null : Number(query.header_row),
        missing: missingWordsIn(query.missing_values),
        content: { key: keyOf(file.id) },
        hints: { references, positions: query.positions },
        ...(first && { first: { name: first.filepath, key: keyOf(first.id) } }),
      },
      signal,
    );
  },
);

/** Returns the first file in a load that targets the same table as the given file; undefined if it is the given file itself. */
async function firstFile(
  workspace: WorkspaceScope,
  loadId: string,
  { id, table_reference: table }: LoadFile,
): Promise<LoadFile | undefined> {
  const files = await filesOfLoad(workspace, loadId);
  const first = files.find((file) => file.table_reference === table);
  return first?.id === id ? undefined : first;
}
