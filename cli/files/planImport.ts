import { openAsBlob } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { holdsValues, nameKey } from "@pdp/basics/columns";
import { isReserved } from "@pdp/trino/parse";
import type { TableConfig } from "#client/importFiles.ts";
import type { ProjectReference } from "#client/projectReferences.ts";
import {
  MAX_FILE_BYTES,
  type Unsplittable,
  unsplittableContent,
  unsplittableLayout,
} from "#client/splitFile.ts";
import type { LoadTable } from "#shared/domain/loads/load.ts";
import { isAboutExclusions } from "#shared/proposals/arrangeRows.ts";
import { sentencesOf } from "#shared/proposals/decisions.ts";
import { type Proposal, proposeColumns } from "#shared/proposals/proposeColumns.ts";
import type { Sample } from "#shared/proposals/sample.ts";
import { type SeenFile, typeDifferences } from "#shared/proposals/typeDifferences.ts";
import { UsageError } from "../errors.ts";
import { buildConfig, type KnownColumns } from "./buildConfig.ts";
import { type ReadSample, seenSample } from "./fileWarnings.ts";
import { quoted } from "./fixFlags.ts";
import { type ImportFlags, splitWords } from "./importFlags.ts";
import { readSample } from "./readSample.ts";
import { rowRules } from "./rowRules.ts";
import { checkConfig, type FileReport, scanFile } from "./scanFile.ts";
import { knownReferences, withSequenceRule } from "./sequenceRule.ts";
import { UsedRules } from "./usedRules.ts";

export interface ImportPlan {
  config: TableConfig;
  reports: FileReport[];
  /** Notes about the columns of the first file: reasons for their types or omission. */
  notes: string[];
}

/**
 * Reads files and returns how they would be loaded into a table, along with their problems. All files have the columns and
 * layout of the first one. `ofProject` contains the project's references for computing sequences from mutations.
 */
export async function planImport(
  paths: readonly string[],
  reference: string,
  known: KnownColumns | null,
  flags: ImportFlags,
  signal: AbortSignal,
  ofProject: readonly ProjectReference[] = [],
): Promise<ImportPlan> {
  const [first = ""] = paths;
  for (const path of paths) await requireFile(path);
  const sample = await readSample(first, basename(first), specifiedIn(flags));
  const proposed = propose(sample, flags);
  if ("reason" in proposed)
    return { config: { columns: [] }, reports: [unreadable(first, proposed.reason)], notes: [] };
  const { config: built, unknown } = buildConfig(proposed.config, known, flags);
  if (unknown.length > 0) throw new UsageError(unknownWords(first, reference, unknown));
  const references = await knownReferences(flags, ofProject);
  const { config, notes } = withSequenceRule(built, sample as Sample, proposed.columns, references, flags);
  for (const path of paths) await requireSendable(path, config);
  const table = checkConfig(reference, config, ofProject);
  const reports = await scanFiles(paths, reference, table, rowRules(flags, {}), signal, sample);
  const planNotes = [...proposed.warnings, ...columnNotes(proposed.columns, config), ...notes];
  return { config, reports, notes: planNotes };
}

/**
 * Reads all cells of files with the same configuration, and compares their columns with those of the first file, for which a
 * sample may already be available. Throws if one of the user's rules (`stated`) does not apply to any row of files without
 * problems.
 */
export async function scanFiles(
  paths: readonly string[],
  reference: string,
  table: LoadTable,
  stated: Pick<TableConfig, "corrections" | "exclusions">,
  signal: AbortSignal,
  firstSample?: ReadSample,
): Promise<FileReport[]> {
  const used = new UsedRules(stated);
  const reports: FileReport[] = [];
  let first: SeenFile | undefined;
  for (const [index, path] of paths.entries()) {
    const name = basename(path);
    const sample = (index === 0 && firstSample) || (await readSample(path, name, specifiedFor(table)));
    const seen = seenSample(name, sample);
    const report = await scanFile(path, name, reference, table, sample, signal, used.ofFile(name));
    reports.push({
      ...report,
      warnings: [...report.warnings, ...(first ? typeDifferences(seen, first) : [])],
    });
    first ??= seen;
  }
  if (reports.every(({ problems }) => problems.count === 0)) used.requireAll();
  return reports;
}

/** Returns the reasons for proposed and omitted columns. */
function columnNotes(columns: Proposal["columns"], { columns: imported }: TableConfig): string[] {
  const values = imported.filter(holdsValues);
  const bySource = new Map(values.map((column) => [nameKey(column.source_name ?? column.name), column]));
  return columns.flatMap(({ source_name: source, type, kind, type_reason: reason }) => {
    const column = bySource.get(nameKey(source));
    const isAsProposed =
      column === undefined ? type === null : column.type === type && (column.metadata?.kind ?? kind) === kind;
    return reason !== null && isAsProposed ? [`column "${source}": ${reason}`] : [];
  });
}

async function requireFile(path: string): Promise<void> {
  const stats = await stat(path).catch(() => null);
  if (!stats?.isFile()) throw new UsageError(`File not found: ${path}.`);
  if (stats.size <= MAX_FILE_BYTES) return;
  const unsplittable = await unsplittableContent(await openAsBlob(path));
  if (unsplittable !== null) throw tooLarge(path, unsplittable);
}

/** Throws if a file is too large to send and cannot be split. */
export async function requireSendable(path: string, config: TableConfig): Promise<void> {
  if ((await stat(path)).size <= MAX_FILE_BYTES) return;
  const unsplittable = unsplittableLayout(config);
  if (unsplittable !== null) throw tooLarge(path, unsplittable);
}

function tooLarge(path: string, { reason, advice }: Unsplittable): UsageError {
  return new UsageError(`${path} is larger than 100 MB, and ${reason}. ${advice}`);
}

type Found = Omit<Proposal, "config"> & { config: TableConfig; warnings: readonly string[] };

function propose(sample: ReadSample, { keepRows }: ImportFlags): Found | { reason: string } {
  if ("reason" in sample) return sample;
  const { config, ...others } = proposeColumns(sample, isReserved);
  if (config === null) return { reason: "it has no column with a valid name" };
  const kept = (sample.decisions ?? []).filter((decision) => !isAboutExclusions(decision));
  return {
    ...others,
    config: config as TableConfig,
    warnings: [
      ...sentencesOf({
        decisions: keepRows ? kept : sample.decisions,
        // The scan of the file counts the cells outside plates.
        warnings: sample.isConverted ? [] : sample.warnings,
      }),
      ...(sample.plateNotes ?? []),
    ],
  };
}

/** Returns what the user specified about the rows of the first file. */
function specifiedIn({ headerRow, sheet, missing }: ImportFlags) {
  return {
    ...(headerRow !== undefined && /^[1-9]\d{0,3}$/.test(headerRow) && { headerRow: Number(headerRow) }),
    ...(sheet !== undefined && { sheet }),
    missing: splitWords(missing),
  };
}

/** Returns what the configuration of all files says about their rows. */
function specifiedFor({ header_row: headerRow, sheet, missing_values: missing = [] }: LoadTable) {
  return {
    ...(headerRow !== undefined && { headerRow }),
    ...(sheet !== undefined && { sheet: String(sheet) }),
    missing,
  };
}

function unreadable(path: string, reason: string): FileReport {
  const file = basename(path);
  const group = { first: { file, reason }, count: 1, lines: [], values: [] };
  const problems = { groups: [group], count: 1 };
  return { name: file, rows: 0, problems, badRows: 0, leftOut: 0, warnings: [], words: [] };
}

function unknownWords(path: string, reference: string, unknown: readonly string[]): string {
  const [first = ""] = unknown;
  const names = unknown.map((name) => `"${name}"`).join(", ");
  const skips = unknown.map((name) => `--skip ${quoted(name)}`).join(" ");
  return [
    `${basename(path)} has columns that are not in the table "${reference}": ${names}.`,
    `  To skip them:  ${skips}`,
    `  To map it to a column of the table:  --rename ${quoted(`${first}=NAME`)}`,
    `  To add it to the table:  --add ${quoted(first)}`,
    "Nothing was uploaded.",
  ].join("\n");
}
