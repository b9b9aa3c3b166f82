import { conflict } from "@pdp/basics/errors";
import { icebergOrigin } from "#shared/objects/keys.ts";
import { deleteObject, isStored, putBytes } from "#shared/objects/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";

/**
 * Stores an object that is derived from a manifest or a segment. If an erasure has deleted that manifest or segment in the
 * meantime, the object is deleted again and the function throws `rows_erased`: the erasure may have listed the folder before
 * the object was there.
 */
export async function putDerived(
  scope: WorkspaceScope,
  key: string,
  content: Uint8Array | string,
  contentType: string,
): Promise<void> {
  await putBytes(scope, key, content, contentType);
  const origin = icebergOrigin(key);
  if (origin !== null && (await isStored(scope, origin))) return;
  await deleteObject(scope, key);
  throw describedErased();
}

/** Returns the error for a table if rows were erased while it was being described. */
export function describedErased(): Error {
  return conflict("rows_erased", "Rows of the table were erased while it was loaded. Load it again.");
}
