import { DomainError } from "@pdp/basics/errors";
import type { LoadFileRecord, LoadRecord } from "#shared/domain/loads/load.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { addLoadFile, getLoadFile } from "#shared/store/loadFiles.ts";

/** Error for a record that may or may not have been written: the objects that it names must be kept. */
export class RecordUncertain extends Error {
  override readonly name = "RecordUncertain";
}

/**
 * Stores the record of an uploaded file. A failed request does not tell whether the record was written: its response may have
 * been lost, and its repetition then conflicts with it. Therefore looks for the record after any failure. Throws
 * `RecordUncertain` if the record may still be written.
 */
export async function recordUpload(
  scope: WorkspaceScope,
  loadId: string,
  file: LoadFileRecord,
  rule: (load: LoadRecord) => LoadRecord,
): Promise<void> {
  try {
    await addLoadFile(scope, loadId, file, rule);
  } catch (error) {
    const isRecorded = await getLoadFile(scope, file.id).then(
      () => true,
      (cause: unknown) => (cause instanceof DomainError ? false : null),
    );
    if (isRecorded) return;
    if (isRecorded === false && error instanceof DomainError) throw error;
    throw new RecordUncertain("It is unknown whether the record of an upload was written", { cause: error });
  }
}
