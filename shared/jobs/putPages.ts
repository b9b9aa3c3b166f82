import { resultPageKey } from "#shared/lake/keys.ts";
import { putBytes } from "#shared/lake/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { pageOf, rowsIn } from "./rowPages.ts";

/** Size from which a page ends, in bytes. */
const PAGE_BYTES = 4 * 2 ** 20;

/** Stores rows as pages, each a JSON array of its rows. `onWritten` gets the bytes of all pages so far. */
export async function putPages(
  scope: WorkspaceScope,
  prefix: string,
  rows: AsyncIterable<Uint8Array>,
  onWritten: (bytes: number) => void,
): Promise<{ count: number; rows: number }> {
  const total = { count: 0, rows: 0, bytes: 0 };
  let parts: Uint8Array[] = [];
  let bytes = 0;
  const put = async (): Promise<void> => {
    await putBytes(scope, resultPageKey(prefix, total.count), pageOf(parts), "application/json");
    total.count += 1;
    total.bytes += bytes;
    parts = [];
    bytes = 0;
    onWritten(total.bytes);
  };
  for await (const part of rows) {
    parts.push(part);
    bytes += part.byteLength;
    total.rows += rowsIn(part);
    if (bytes >= PAGE_BYTES) await put();
  }
  if (parts.length > 0) await put();
  return { count: total.count, rows: total.rows };
}
