import * as v from "valibot";
import { Timestamp } from "#shared/domain/fields.ts";

/*
 * Format of an exported workspace: a folder with `export.json`, the list `files.jsonl` of all other files with their SHA-256,
 * records as JSON Lines in `records/`, one list for each table in `tables/`, and all objects in `objects/`.
 * docs/export-format.md describes it.
 */

export const EXPORT_FORMAT = "protein-data-platform/workspace-export";
export const EXPORT_VERSION = 1;
/** Path of the file that describes the export; it is written last. */
export const ROOT_PATH = "export.json";
/** Path of the list of all other files. */
export const INDEX_PATH = "files.jsonl";

/** Limits of an import. */
export const MAX_EXPORT_FILES = 1_000_000;
export const MAX_EXPORT_BYTES = 2 ** 40;
/** Largest file, in bytes: the object store accepts no larger one in a request. */
export const MAX_EXPORT_FILE_BYTES = 5 * 2 ** 30;
/** Largest list of files, in bytes. */
const MAX_INDEX_BYTES = 2 ** 28;

const ID = "[1-9][0-9]{0,15}";
const NAME = "[A-Za-z0-9%._~!'()*-]{1,512}";

/** Objects of a workspace that belong to an export, by their key below the workspace's prefix. All else is derived or temporary. */
const OBJECT = new RegExp(
  `^(?:${[
    `uploads/${ID}/${ID}(?:\\.zst|\\.problems\\.csv\\.gz)?`,
    `loads/${ID}-${ID}/${NAME}`,
    `tables/${ID}/(?:manifests|segments)/${ID}-[0-9a-z]{1,64}\\.json`,
    `tables/${ID}/merged/${NAME}\\.parquet`,
    `tasks/${ID}/parameters\\.json`,
    `tasks/${ID}/snapshots/${NAME}`,
    `artifacts/${ID}/[^/\\u0000-\\u001f\\\\]{1,255}`,
    `orders/${ID}/${NAME}\\.json`,
  ].join("|")})$`,
  "u",
);

/** Returns whether a key below a workspace's prefix is that of an exported object. It contains no `.` or `..` as a folder. */
export function isExportedObject(below: string): boolean {
  return OBJECT.test(below) && !/(?:^|\/)\.{1,2}(?:\/|$)/.test(below);
}

/** Returns whether a path may be that of a file in an export other than `export.json`. */
export function isExportPath(path: string): boolean {
  if (path === INDEX_PATH || new RegExp(`^tables/${ID}\\.jsonl$`).test(path)) return true;
  if (/^records\/[a-z-]{1,40}\.jsonl$/.test(path)) return true;
  return path.startsWith("objects/") && isExportedObject(path.slice("objects/".length));
}

export const Sha256 = v.pipe(
  v.string(),
  v.regex(/^[0-9a-f]{64}$/, "Input should be a SHA-256: 64 hexadecimal digits in lower case"),
  v.metadata({ jsonSchema: { type: "string", pattern: "^[0-9a-f]{64}$" } }),
  v.examples(["9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"]),
);

const count = (maximum: number, description: string, example: number) =>
  v.pipe(
    v.number(),
    v.check((value) => Number.isSafeInteger(value) && value >= 0, "Input should be an integer from 0"),
    v.maxValue(maximum, `Input should be at most ${maximum}`),
    v.description(description),
    v.examples([example]),
  );

const ExportedId = v.pipe(
  v.string(),
  v.regex(/^(?:0|[1-9][0-9]{0,15})$/, "Input should be an id"),
  v.metadata({ jsonSchema: { type: "string", pattern: "^(?:0|[1-9][0-9]{0,15})$" } }),
);

/** Content of `export.json`. */
export const ExportRoot = v.object({
  format: v.literal(EXPORT_FORMAT, `Input should be "${EXPORT_FORMAT}"`),
  format_version: v.literal(
    EXPORT_VERSION,
    `This version of the platform reads version ${EXPORT_VERSION} of the format`,
  ),
  workspace: v.pipe(
    v.object({
      id: v.pipe(ExportedId, v.examples(["140614041600017"])),
      name: v.pipe(v.string(), v.maxLength(64), v.examples(["protein-lab"])),
    }),
    v.description("The exported workspace"),
  ),
  version_id: v.pipe(
    ExportedId,
    v.description('Latest data version in the export; "0" if there is none'),
    v.examples(["153090793472640"]),
  ),
  created_at: Timestamp,
  files: count(MAX_EXPORT_FILES, "Number of files in the list", 412),
  bytes: count(MAX_EXPORT_BYTES, "Total size of these files in bytes", 52_480_112),
  index: v.pipe(
    v.object({
      sha256: Sha256,
      bytes: count(MAX_INDEX_BYTES, "Size of the list in bytes", 48_120),
    }),
    v.description("The list of files, `files.jsonl`"),
  ),
});
export type ExportRoot = v.InferOutput<typeof ExportRoot>;

/** Line of `files.jsonl`; the lines are ordered by path. */
export interface ExportedFile {
  path: string;
  bytes: number;
  sha256: string;
}

const FileLine = v.strictObject({
  path: v.pipe(v.string(), v.check(isExportPath)),
  bytes: v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(MAX_EXPORT_FILE_BYTES)),
  sha256: Sha256,
});

/** Parses a line of `files.jsonl`; null if it is none, or if its path comes before `after` or equals it. */
export function parseFileLine(line: string, after: string): ExportedFile | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  const read = v.safeParse(FileLine, value);
  if (!read.success || read.output.path <= after || read.output.path === INDEX_PATH) return null;
  return read.output;
}
