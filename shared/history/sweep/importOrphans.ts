import { isImportKept } from "#shared/domain/transfers/transfer.ts";
import type { ListedObject } from "#shared/objects/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { findTransfer } from "#shared/store/transfers.ts";

/** Returns the uploaded files of an import that can no longer use them: it is complete, too old, or has no record. */
export async function orphansOfImport(
  scope: WorkspaceScope,
  importId: string,
  objects: readonly ListedObject[],
): Promise<ListedObject[]> {
  const transfer = await findTransfer(scope, importId);
  return transfer?.kind === "IMPORT" && isImportKept(transfer, Date.now()) ? [] : [...objects];
}
