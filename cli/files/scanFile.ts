import { readFile } from "node:fs/promises";
import { DomainError } from "@pdp/basics/errors";
import { type Problem, type Problems, problemsOf } from "@pdp/basics/wording";
import {
  reportProblems,
  rowsToSkip,
  type Scan,
  type SkippableScan,
  scanVariants,
  withExclusions,
} from "@pdp/formats/cells";
import {
  isRearranged,
  openRows,
  openText,
  planParquet,
  requireProvenCounts,
  wrongContent,
} from "@pdp/formats/files";
import { statedOptions } from "@pdp/formats/options";
import { knownRule } from "@pdp/formats/proteins";
import { type RuleUses, type Source, scanCsv, scanNdjson, UnreadableText } from "@pdp/formats/text";
import { scanXlsx } from "@pdp/formats/xlsx";

import * as v from "valibot";
import type { TableConfig } from "#client/importFiles.ts";
import type { ProjectReference } from "#client/projectReferences.ts";
import { type LoadTable, loadTable, TableConfig as TableConfigSchema } from "#shared/domain/loads/load.ts";
import { InvalidField } from "../errors.ts";
import { fileWarnings, type ReadSample } from "./fileWarnings.ts";

export interface FileReport {
  name: string;
  /** Number of rows read. */
  rows: number;
  /** Problems that prevent the load. */
  problems: Problems;
  /** Number of rows to skip so that the rest can be loaded; 0 if there are no problems or skipping does not help. */
  badRows: number;
  /** Number of rows that will be skipped. */
  leftOut: number;
  /** Warnings about unusual contents. */
  warnings: string[];
  /** Words in the file that seem to represent missing values. */
  words: string[];
}

const MAX_WORDS = 50;

/**
 * Checks a table's configuration against the service's rules. A rule that names a project reference is given the sequence of
 * that reference, or is left to the service if the reference is not among `references`.
 */
export function checkConfig(
  reference: string,
  config: TableConfig,
  references: readonly ProjectReference[],
): LoadTable {
  const parsed = v.safeParse(TableConfigSchema, config);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw new InvalidField((v.getDotPath(issue) ?? "").split("."), `${issue.message}.`);
  }
  try {
    const { sequence_from: stated, ...table } = loadTable(reference, parsed.output, ["config"]);
    const rule = knownRule(stated, references);
    return { ...table, ...(rule && { sequence_from: rule }) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { loc = [] } = error.problems[0] ?? {};
    throw new InvalidField(loc.slice(1), `${error.message}.`);
  }
}

/**
 * Reads every cell of a file according to the service's rules; for a Parquet file, reads only types and counts. `sample` is
 * the part of the file on which the proposal is based; `uses` receives the rules that apply to rows.
 */
export async function scanFile(
  path: string,
  name: string,
  reference: string,
  table: LoadTable,
  sample: ReadSample,
  signal: AbortSignal,
  uses?: RuleUses,
): Promise<FileReport> {
  const words = new Set<string>();
  const log = {
    add: ({ value, reason }: Problem) => {
      if (value !== undefined && reason.includes('"missing_values"') && words.size < MAX_WORDS)
        words.add(value);
    },
  };
  const source: Source = withExclusions({
    path,
    name,
    format: table.format,
    table: reference,
    reading: statedOptions(table),
    log,
    ...(uses && { uses }),
    ...(table.sequence_from && { sequenceFrom: table.sequence_from }),
  });
  const scanned = await scan(source, table, signal);
  const badRows = rowsToSkip(scanned).size;
  const leftOut = table.bad_rows === "SKIP" ? badRows : 0;
  const problems = leftOut > 0 ? problemsOf([]) : scanned.problems;
  const warnings = fileWarnings(name, table, scanned, sample);
  return { name, rows: scanned.rows - leftOut, problems, badRows, leftOut, warnings, words: [...words] };
}

type ScannedFile = SkippableScan &
  Pick<Scan, "problems" | "warnings" | "emptyRows"> &
  Partial<Pick<Scan, "tallies">>;

async function scan(
  source: Source,
  { columns, format }: LoadTable,
  signal: AbortSignal,
): Promise<ScannedFile> {
  const reason = await wrongContent(source);
  if (reason !== undefined) return refused(source, reason);
  try {
    if (format === "PARQUET") {
      const { rows, problems } = await planParquet(source, columns);
      if (problems.length === 0) await requireProvenCounts(source.path);
      for (const line of source.skipped ?? []) if (line <= rows) source.uses?.line(line);
      return { rows, problems: reportProblems(source, problems) };
    }
    return await scanVariants(source, columns, async (read, writer) => {
      const options = { signal, ...(writer && { writer }) };
      if (isRearranged(read)) return scanCsv(await openRows(read), columns, options);
      if (format === "XLSX") return scanXlsx(await readFile(read.path), read, columns, options);
      const text = await openText(read);
      return format === "NDJSON" ? scanNdjson(text, columns, options) : scanCsv(text, columns, options);
    });
  } catch (error) {
    if (error instanceof UnreadableText) return refused(source, error.message);
    throw error;
  }
}

function refused(source: Source, reason: string): ScannedFile {
  return { rows: 0, problems: reportProblems(source, [{ file: source.name, reason }]) };
}
