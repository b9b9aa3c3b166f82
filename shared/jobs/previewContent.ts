import { randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isReserved } from "@pdp/trino/parse";
import type { FilePreview } from "#shared/domain/loads/filePreview.ts";
import { processFolder } from "#shared/objects/processFolder.ts";
import { withUpload } from "#shared/objects/uploads.ts";
import { previewFile } from "#shared/proposals/previewFile.ts";
import { previewProblems } from "#shared/proposals/previewProblems.ts";
import type { SequenceHints } from "#shared/proposals/proposeSequences.ts";
import { NOTHING_FOUND, type PreviewSource } from "#shared/proposals/sample.ts";
import { runJob } from "#shared/runtime/runJob.ts";
import type { Job, WorkspaceScope } from "#shared/runtime/scope.ts";
import { UncheckableFile } from "./checkUpload.ts";

export interface PreviewInput {
  /** Name of the file in problem reports. */
  name: string;
  /** Requested sheet of a workbook. */
  sheet?: string | null;
  /** Requested header line. */
  headerRow?: number | null;
  /** Words for missing values. */
  missing?: readonly string[];
  /** Uploaded object, or otherwise the first bytes of a file in Base64. */
  content: { key: string } | { bytes: string; isCut: boolean };
  /** First file of the same load, for comparing columns. */
  first?: { name: string; key: string };
  /** Inputs from which sequences can be computed. */
  hints?: SequenceHints;
}

/** Detects the type of a file and proposes how to load it. */
export const previewContent: Job<PreviewInput, FilePreview> = {
  name: "previewContent",
  kind: "check",
  run: async (scope, { name, sheet, headerRow, missing, content, first, hints }, signal) => {
    const preview = (path: string, isCut: boolean) => {
      const read = (other?: PreviewSource) =>
        previewFile(
          {
            path,
            name,
            isCut,
            ...(sheet && { sheet }),
            ...(headerRow && { headerRow }),
            ...(missing && { missing }),
          },
          isReserved,
          signal,
          other,
          hints,
        );
      if (first === undefined) return read();
      return withUpload(scope, first.key, (path) => read({ path, name: first.name, isCut: false }));
    };
    if ("key" in content) return withUpload(scope, content.key, (path) => preview(path, false));
    const path = join(await processFolder(scope.settings.scratchDirectory), randomUUID());
    try {
      await writeFile(path, Buffer.from(content.bytes, "base64"), { mode: 0o600 });
      return await preview(path, content.isCut);
    } finally {
      await rm(path, { force: true });
    }
  },
  stopped: (reason) => new UncheckableFile(reason),
};

/** Runs the job. A file that needs too much time or memory is reported as a problem with that file. */
export async function runPreview(
  scope: WorkspaceScope,
  input: PreviewInput,
  signal: AbortSignal,
): Promise<FilePreview> {
  try {
    return await runJob(previewContent, scope, input, signal);
  } catch (error) {
    if (!(error instanceof UncheckableFile)) throw error;
    return { ...NOTHING_FOUND, ...previewProblems({ file: input.name, reason: error.reason }) };
  }
}
