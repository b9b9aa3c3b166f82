import type { PreviewQuery } from "./importFiles.ts";
import { dataOf, type RawClient } from "./rawClient.ts";
import type { components } from "./schema.ts";

/** Size of the part of a text file that a preview reads, in bytes. */
const PREVIEW_BYTES = 1024 * 1024;
/** Maximum size of a workbook or Parquet file in a preview, in bytes. */
const MAX_PREVIEW_BYTES = 4 * PREVIEW_BYTES;
/** Initial bytes of a workbook, which is a ZIP archive, and of a Parquet file. */
const BINARY = ["PK\x03\x04", "PAR1"];

/** Sends the part of a file that a preview needs. Workbooks and Parquet files are sent in full if they are small enough. */
export async function previewFile(
  raw: RawClient,
  workspace: string,
  file: Blob,
  filename: string,
  options: PreviewQuery,
): Promise<components["schemas"]["FilePreview"]> {
  const isBinary = BINARY.includes(await file.slice(0, 4).text());
  const isSent = isBinary && file.size <= MAX_PREVIEW_BYTES;
  const part = isSent ? file : file.slice(0, PREVIEW_BYTES);
  return dataOf(
    raw.POST("/v2/workspace/{workspace}/data:preview", {
      params: { path: { workspace }, query: { filename, size: String(file.size), ...options } },
      body: { file: part },
      bodySerializer: () => {
        const form = new FormData();
        form.set("file", part, filename);
        return form;
      },
    }),
  );
}
