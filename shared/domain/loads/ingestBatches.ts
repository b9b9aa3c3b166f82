import { type FileFormat, FORMATS } from "@pdp/formats/options";
import type { LoadFileRecord } from "./load.ts";

/** Maximum number of files ingested together. */
export const MAX_BATCH_FILES = 250;
/** Maximum size of files ingested together, in bytes of text; a larger file forms a separate batch. */
export const MAX_BATCH_BYTES = 8 * 1024 * 1024;
/** Maximum size of a load that is ingested and committed in a single step, in bytes of text. */
const MAX_SMALL_LOAD_BYTES = 2 * 1024 * 1024;
const MAX_SMALL_LOAD_BATCHES = 2;
/** Assumed size of a compressed file's text, as a multiple of the file size. */
const COMPRESSED_EXPANSION = 16;

/** Returns the assumed size of a file's content as text, in bytes. */
function textBytes({ size, is_compressed: isCompressed }: LoadFileRecord, format: FileFormat): number {
  return size * Math.max(FORMATS[format].expansion, isCompressed ? COMPRESSED_EXPANSION : 1);
}

/**
 * Divides the files of a load into batches. Each batch becomes one data file of one table. Files keep their order, so that
 * repeated planning yields the same plan.
 */
export function ingestBatches(
  files: readonly LoadFileRecord[],
  formatOf: (reference: string) => FileFormat,
): LoadFileRecord[][] {
  const batches: LoadFileRecord[][] = [];
  const open = new Map<string, { files: LoadFileRecord[]; bytes: number }>();
  for (const file of files) {
    if (file.table_reference === null) continue;
    const bytes = textBytes(file, formatOf(file.table_reference));
    const batch = open.get(file.table_reference);
    if (batch && batch.files.length < MAX_BATCH_FILES && batch.bytes + bytes <= MAX_BATCH_BYTES) {
      batch.files.push(file);
      batch.bytes += bytes;
      continue;
    }
    const started = { files: [file], bytes };
    batches.push(started.files);
    // A batch filled by a large file is closed; the open batch continues to accept small files.
    if (!batch || bytes <= MAX_BATCH_BYTES) open.set(file.table_reference, started);
  }
  return batches;
}

/**
 * Returns whether a single step ingests and commits these batches because starting further steps would take longer than the
 * work itself.
 */
export function areSmall(
  batches: readonly (readonly LoadFileRecord[])[],
  formatOf: (reference: string) => FileFormat,
): boolean {
  const bytes = batches
    .flat()
    .reduce((sum, file) => sum + textBytes(file, formatOf(file.table_reference ?? "")), 0);
  return batches.length > 0 && batches.length <= MAX_SMALL_LOAD_BATCHES && bytes <= MAX_SMALL_LOAD_BYTES;
}
