import * as v from "valibot";

/** Format of a downloaded table or query result. */
export const ResultFormat = v.picklist(["CSV", "PARQUET", "XLSX", "ARROW", "NDJSON"]);
export type ResultFormat = v.InferOutput<typeof ResultFormat>;

/** Content type and file extension of each format. */
export const RESULT_FILES: Record<ResultFormat, { contentType: string; extension: string }> = {
  CSV: { contentType: "text/csv; charset=utf-8", extension: "csv" },
  PARQUET: { contentType: "application/vnd.apache.parquet", extension: "parquet" },
  XLSX: {
    contentType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    extension: "xlsx",
  },
  ARROW: { contentType: "application/vnd.apache.arrow.stream", extension: "arrows" },
  NDJSON: { contentType: "application/x-ndjson", extension: "ndjson" },
};

/** Maximum length of an Accept header to parse, in characters. */
const MAX_ACCEPT_CHARACTERS = 1_000;

/** Returns the first format named in an Accept header; undefined if there is none, such as for `*`. */
export function acceptedFormat(accept: string | undefined): ResultFormat | undefined {
  for (const range of (accept ?? "").slice(0, MAX_ACCEPT_CHARACTERS).split(",")) {
    const [name = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    if (parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))) continue;
    const format = ResultFormat.options.find((format) => mediaType(format) === name);
    if (format !== undefined) return format;
  }
  return undefined;
}

/** Returns the content type of a format without parameters. */
export function mediaType(format: ResultFormat): string {
  return RESULT_FILES[format].contentType.split(";", 1)[0] as string;
}
