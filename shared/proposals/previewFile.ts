import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ColumnType } from "@pdp/basics/columns";
import { cut, type Problems, problemsOf } from "@pdp/basics/wording";
import { AS_SPECIFIED } from "@pdp/formats/cells";
import { contentOf } from "@pdp/formats/files";
import { ingestPart } from "@pdp/formats/ingest";
import { statedOptions } from "@pdp/formats/options";
import { SEQUENCE_COLUMN } from "@pdp/formats/proteins";
import { HEADER_LINE, type Source, UnreadableText } from "@pdp/formats/text";
import { UnreadableXlsx } from "@pdp/formats/xlsx";

import { type FilePreview, PREVIEW_ROWS } from "#shared/domain/loads/filePreview.ts";
import { loadTable, type TableConfig } from "#shared/domain/loads/load.ts";
import { findReplicates, replicateView } from "#shared/proposals/replicateColumns.ts";
import { sampleWarnings } from "#shared/proposals/sampleWarnings.ts";
import { type SeenFile, seenFile, typeDifferences } from "#shared/proposals/typeDifferences.ts";
import { affinityDecisions } from "./affinityDecisions.ts";
import { arrangeRows } from "./arrangeRows.ts";
import { chainDecision } from "./chainDecision.ts";
import { columnDecisions, likely, sentencesOf } from "./decisions.ts";
import type { SeenColumn } from "./findMutations.ts";
import { previewProblems } from "./previewProblems.ts";
import { proposeColumns } from "./proposeColumns.ts";
import { NO_SEQUENCES, proposeSequences, type SequenceHints, withRule } from "./proposeSequences.ts";
import { findRepertoire } from "./repertoires.ts";
import { NOTHING_FOUND, NoSample, type PreviewSource, type Sample } from "./sample.ts";
import { sampleFile } from "./sampleFile.ts";
import { sampleParquet } from "./sampleParquet.ts";
import { NORMALIZED } from "./unlikeLetters.ts";
import { withoutWords } from "./withoutWords.ts";

/**
 * Detects the type of a file and proposes how to load it, reading only a bounded part of it. The proposal is checked by
 * ingesting that part, so a file that was read completely has no problems other than those returned. `isReserved` tells which
 * words (in upper case) SQL reserves, `first` is the first file of the same load, and `references` are available for computing
 * sequences.
 */
export async function previewFile(
  source: PreviewSource,
  isReserved: (word: string) => boolean,
  signal?: AbortSignal,
  first?: PreviewSource,
  { references = [], positions = null }: SequenceHints = {},
): Promise<FilePreview> {
  let sample: Sample;
  try {
    sample = await readSample(source);
  } catch (error) {
    if (!isOfFile(error)) throw error;
    return { ...NOTHING_FOUND, ...previewProblems({ file: source.name, reason: error.message }) };
  }
  const { columns, config: proposed } = proposeColumns(sample, isReserved);
  const read = proposed && {
    ...proposed,
    ...(source.missing?.length && { missing_values: [...source.missing] }),
  };
  const seen = seenColumns(columns, sample);
  const proposedSequences = proposeSequences(seen, references, positions);
  const repertoire = findRepertoire(seen, sample.isWhole);
  const config = read && withRule(read, proposedSequences);
  const sequences =
    proposedSequences.rule === null || config?.sequence_from ? proposedSequences : NO_SEQUENCES;
  const { problems, warnings } =
    config === null
      ? { problems: noColumns(source), warnings: [] }
      : await check(source, sample, config, sequences.resolved, signal);
  if (first) {
    const file = seenFile(source.name, columns, sample.cells);
    warnings.push(...typeDifferences(file, await columnsOfFirst(first, isReserved)));
  }
  const decisions = [
    ...(sample.decisions ?? []),
    ...columnDecisions(columns),
    ...(sequences.rule !== null && sequences.sentence !== null
      ? [likely("SEQUENCES", sequences.sentence, ["Load the file without computed sequences"])]
      : []),
    ...(repertoire?.decisions ?? chainDecision(seen)),
    ...affinityDecisions(columns),
  ];
  const words = new Set(columns.flatMap(({ missing_values }) => missing_values));
  const shown = Math.min(sample.rows, PREVIEW_ROWS);
  return {
    ...NOTHING_FOUND,
    format: sample.format,
    ...sample.detected,
    columns,
    missing_values: [...words],
    rows: Array.from({ length: shown }, (_, row) =>
      sample.cells.map((cells) => (cells[row] == null ? null : cut(cells[row]))),
    ),
    rows_read: sample.rows,
    is_whole: sample.isWhole,
    ...previewProblems(problems),
    warnings,
    decisions,
    replicates: findReplicates(config?.columns ?? []),
    replicates_query: replicateView("the_table", tableColumns(config))?.query ?? null,
    pairs_query: repertoire?.query ?? null,
    ...(sequences.sentence !== null && { notes: [sequences.sentence] }),
    ...(sample.plateNotes && sample.plateNotes.length > 0 && { plate_notes: sample.plateNotes }),
    config,
  };
}

/** Returns the names and types of the columns that a configuration gives a table, except those added by a matrix. */
function tableColumns(config: TableConfig | null): { name: string; type: ColumnType }[] {
  const { columns = [], sequence_from: rule } = config ?? {};
  return rule ? [...columns, { name: rule.column ?? SEQUENCE_COLUMN, type: "STRING" }] : columns;
}

/** Returns the columns that can be loaded, with their cells. */
function seenColumns(columns: FilePreview["columns"], { cells }: Sample): SeenColumn[] {
  return columns.flatMap((proposed, index) => {
    const { name } = proposed;
    return name === null ? [] : [{ proposed: { ...proposed, name }, cells: cells[index] ?? [] }];
  });
}

/** Tells whether an error means that a file cannot be read; its message then explains why. */
function isOfFile(error: unknown): error is Error {
  return error instanceof NoSample || error instanceof UnreadableText || error instanceof UnreadableXlsx;
}

/**
 * Reads a summary of a file's columns; empty if the file cannot be read, because the preview of that file already reports
 * this.
 */
async function columnsOfFirst(
  source: PreviewSource,
  isReserved: (word: string) => boolean,
): Promise<SeenFile> {
  try {
    const sample = await readSample(source);
    return seenFile(source.name, proposeColumns(sample, isReserved).columns, sample.cells);
  } catch (error) {
    if (!isOfFile(error)) throw error;
    return { name: source.name, columns: [] };
  }
}

async function readSample(source: PreviewSource): Promise<Sample> {
  return arrangeRows(withoutWords(await sampleOf(source), source.missing), source.name);
}

async function sampleOf(source: PreviewSource): Promise<Sample> {
  const { content, compression } = await contentOf(source.path);
  if (content === "PARQUET" && compression === null) return sampleParquet(source);
  return sampleFile(source, content, compression);
}

function noColumns({ name }: PreviewSource): Problems {
  return problemsOf([{ file: name, reason: "it has no column with a valid name" }]);
}

interface Checked {
  problems: Problems;
  warnings: string[];
}

/**
 * Ingests the part of the file that was read, using the proposed configuration, and returns the problems and unusual contents.
 */
async function check(
  { path, name }: PreviewSource,
  sample: Sample,
  config: TableConfig,
  rule: TableConfig["sequence_from"],
  signal?: AbortSignal,
): Promise<Checked> {
  const { format, text, isWhole, isConverted } = sample;
  const table = loadTable("preview", { ...config, sequence_from: rule }, ["config"]);
  const known = [
    ...(config.sequences === "NORMALIZE" ? [NORMALIZED] : []),
    ...sentencesOf(sample),
    ...sampleWarnings(table, sample),
  ];
  // A part of a workbook or a Parquet file cannot be ingested by itself.
  if (!isWhole && text === undefined) return { problems: problemsOf([]), warnings: known };
  const scratch = await mkdtemp(join(tmpdir(), "preview-"));
  try {
    const { encoding, ...options } = statedOptions(table);
    const part = join(scratch, "part");
    if (text) await writeFile(part, text);
    const stated = text || encoding === undefined ? options : { ...options, encoding };
    const converted = text !== undefined && isConverted;
    const {
      arrangement: _,
      delimiter: _own,
      sheet: _sheet,
      header_row: _first,
      last_row: _last,
      ...ofCells
    } = stated;
    const reading = converted ? { ...ofCells, ignored_columns: ["*"] } : stated;
    const { sequence_from: sequenceFrom } = table;
    const source: Source = {
      path: text ? part : path,
      name,
      format: converted ? "CSV" : format,
      reading,
      ...(converted && { firstLine: HEADER_LINE }),
      ...(sequenceFrom && { sequenceFrom }),
    };
    const limits = { temporaryDirectory: scratch, threads: 1, ...(signal && { signal }) };
    const target = join(scratch, "rows.parquet");
    const { problems, warnings } = await ingestPart(source, table.columns, target, limits);
    // The decisions state which rows are excluded, and why.
    const others = warnings.filter((warning) => !warning.includes(AS_SPECIFIED));
    return { problems, warnings: [...new Set([...others, ...known])] };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
