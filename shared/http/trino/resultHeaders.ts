import { mediaType, RESULT_FILES, type ResultFormat } from "#shared/domain/resultFormat.ts";
import { attachment } from "../attachment.ts";

/** Examples of results by content type; for a binary format, only a description. */
export const RESULT_EXAMPLES: Record<string, unknown> = {
  [mediaType("CSV")]: "mutations,tm_celsius\nS238A,58.9\n",
  [mediaType("NDJSON")]: '{"mutations":"S238A","tm_celsius":58.9}\n',
  [mediaType("PARQUET")]: "(bytes of a Parquet file)",
  [mediaType("XLSX")]: "(bytes of a workbook)",
};

/** Returns the headers of a result; if a name is given, the result is a file with that name. */
export function resultHeaders(format: ResultFormat, name?: string): Record<string, string> {
  const { contentType, extension } = RESULT_FILES[format];
  return {
    "content-type": contentType,
    ...(name !== undefined && { "content-disposition": attachment(`${name}.${extension}`) }),
    "x-content-type-options": "nosniff",
    "cache-control": "private, no-store",
  };
}
