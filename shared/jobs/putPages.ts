import { promisify } from "node:util";
import { constants, zstdCompress } from "node:zlib";
import type { SegmentEncoding, TrinoPages } from "#shared/domain/queries/query.ts";
import { putBytes } from "#shared/objects/objects.ts";
import { resultPageKey } from "#shared/objects/resultPages.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { pageOf, rowsIn } from "./rowPages.ts";

/** Minimum size of a complete page, in bytes. */
const PAGE_BYTES = 4 * 2 ** 20;
/** The fastest level, because it already compresses rows to a fraction of their size. */
const ZSTD_LEVEL = 1;

export interface PageOptions {
  encoding: SegmentEncoding | null;
  /** Called with the total size of all pages so far, in bytes, before compression. */
  onWritten: (bytes: number) => void;
}

/** Stores rows as pages, each a JSON array of its rows. A page is written while the rows of the next one are computed. */
export async function putPages(
  scope: WorkspaceScope,
  prefix: string,
  rows: AsyncIterable<Uint8Array>,
  { encoding, onWritten }: PageOptions,
): Promise<Pick<TrinoPages, "count" | "rows">> {
  const total = { count: 0, rows: 0, bytes: 0 };
  let parts: Uint8Array[] = [];
  let bytes = 0;
  let writing = Promise.resolve();
  const write = async (content: Buffer, key: string, written: number): Promise<void> => {
    await putBytes(scope, key, await encoded(content, encoding), "application/json");
    onWritten(written);
  };
  const put = async (): Promise<void> => {
    await writing;
    const content = pageOf(parts);
    const count = parts.reduce((sum, part) => sum + rowsIn(part), 0);
    const page = { page: total.count, offset: total.rows, rows: count, bytes: content.byteLength };
    total.count += 1;
    total.rows += count;
    total.bytes += content.byteLength;
    parts = [];
    bytes = 0;
    writing = write(content, resultPageKey(prefix, page), total.bytes);
    // The error is reported by the next page or at the end.
    writing.catch(() => undefined);
  };
  for await (const part of rows) {
    parts.push(part);
    bytes += part.byteLength;
    if (bytes >= PAGE_BYTES) await put();
  }
  if (parts.length > 0) await put();
  await writing;
  return { count: total.count, rows: total.rows };
}

const compress = promisify(zstdCompress);

async function encoded(content: Buffer, encoding: SegmentEncoding | null): Promise<Uint8Array> {
  if (encoding !== "json+zstd") return content;
  // Readers that decompress in one step need the size in the frame.
  const params = { [constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL, [constants.ZSTD_c_contentSizeFlag]: 1 };
  return compress(content, { params, pledgedSrcSize: content.byteLength });
}
