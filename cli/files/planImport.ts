import { stat } from "node:fs/promises";
import { basename } from "node:path";
import type { TableConfig } from "#client/importFiles.ts";
import { MAX_FILE_BYTES } from "#shared/domain/loads/load.ts";
import { proposeColumns } from "#shared/lake/formats/preview/proposeColumns.ts";
import { isReserved } from "#shared/sql/parse/reservedWords.ts";
import { UsageError } from "../errors.ts";
import { buildConfig, type KnownColumns } from "./buildConfig.ts";
import { quoted } from "./fixFlags.ts";
import type { ImportFlags } from "./importFlags.ts";
import { readSample } from "./readSample.ts";
import { checkConfig, type FileReport, scanFile } from "./scanFile.ts";

export interface ImportPlan {
  config: TableConfig;
  reports: FileReport[];
}

/**
 * Reads files and says how they would be loaded into a table, and what is wrong with them. All have the columns and the
 * layout of the first one.
 */
export async function planImport(
  paths: readonly string[],
  reference: string,
  known: KnownColumns | null,
  flags: ImportFlags,
  signal: AbortSignal,
): Promise<ImportPlan> {
  const [first = ""] = paths;
  for (const path of paths) await requireFile(path);
  const proposed = await propose(first);
  if ("reason" in proposed) return { config: { columns: [] }, reports: [unreadable(first, proposed.reason)] };
  const { config, unknown } = buildConfig(proposed, known, flags);
  if (unknown.length > 0) throw new UsageError(unknownWords(first, reference, unknown));
  const table = checkConfig(reference, config);
  const reports: FileReport[] = [];
  for (const path of paths) reports.push(await scanFile(path, basename(path), reference, table, signal));
  return { config, reports };
}

async function requireFile(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) throw new UsageError(`There is no file ${path}.`);
  if (found.size > MAX_FILE_BYTES) {
    throw new UsageError(
      `${path} has more than 100 MB, the most that one file may have: compress it with gzip, or split it into several files with the same header.`,
    );
  }
}

async function propose(path: string): Promise<TableConfig | { reason: string }> {
  const sample = await readSample(path, basename(path));
  if ("reason" in sample) return sample;
  const { config } = proposeColumns(sample, isReserved);
  return (config as TableConfig | null) ?? { reason: "it has no column with a name that could be loaded" };
}

function unreadable(path: string, reason: string): FileReport {
  const file = basename(path);
  const group = { first: { file, reason }, count: 1, lines: [], values: [] };
  return { name: file, rows: 0, problems: { groups: [group], count: 1 }, badRows: 0, leftOut: 0, words: [] };
}

function unknownWords(path: string, reference: string, unknown: readonly string[]): string {
  const [first = ""] = unknown;
  const names = unknown.map((name) => `"${name}"`).join(", ");
  const skips = unknown.map((name) => `--skip ${quoted(name)}`).join(" ");
  return [
    `${basename(path)} has columns that the table "${reference}" does not have: ${names}.`,
    `  Leave out:  ${skips}`,
    `  Another name for one of the table's:  --rename ${quoted(`${first}=NAME`)}`,
    `  Add to the table:  --add ${quoted(first)}`,
    "Nothing was sent.",
  ].join("\n");
}
