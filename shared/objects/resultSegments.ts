import type { SegmentEncoding } from "#shared/domain/queries/query.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { presignedUrl } from "./presignedUrl.ts";
import type { StoredPage } from "./resultPages.ts";

/** Time during which a segment can be read at its address, in seconds: a client may read the rows of other segments first. */
const VALID_SECONDS = 900;
const HEADERS = { "content-type": "application/octet-stream", "cache-control": "private, no-store" };

/**
 * Returns rows in the form of Trino's spooling protocol, as JSON text: addresses in the object store that do not require a
 * token. Results expire automatically, so the acknowledgment address only has to exist: it reads the object at `ackKey`.
 */
export async function resultSegments(
  scope: WorkspaceScope,
  pages: readonly StoredPage[],
  { encoding, ackKey }: { encoding: SegmentEncoding; ackKey: string },
): Promise<string> {
  const addressOf = (key: string): Promise<string> => presignedUrl(scope, key, HEADERS, VALID_SECONDS);
  const ackUri = await addressOf(ackKey);
  const segments = await Promise.all(
    pages.map(async ({ key, offset, rows, bytes, storedBytes }) => ({
      type: "spooled",
      uri: await addressOf(key),
      ackUri,
      headers: {},
      metadata: {
        rowOffset: offset,
        rowsCount: rows,
        segmentSize: storedBytes,
        ...(encoding === "json" ? {} : { uncompressedSize: bytes }),
      },
    })),
  );
  return JSON.stringify({ encoding, metadata: {}, segments });
}
