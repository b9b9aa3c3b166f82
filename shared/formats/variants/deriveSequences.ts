import { open } from "node:fs/promises";
import { join } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import type { Column } from "#shared/domain/column.ts";
import { sourceName } from "#shared/domain/columns/nameInFile.ts";
import type { SequenceFrom } from "#shared/domain/loads/sequenceFrom.ts";
import { MUTANT_COLUMN, storedColumns } from "#shared/domain/loads/sequenceRule.ts";
import type { MutatedReference } from "#shared/domain/mutations/applyMutations.ts";
import type { Change } from "#shared/domain/mutations/change.ts";
import { Numbering } from "#shared/domain/mutations/numbering.ts";
import { proposeNumbering, sitesOfChanges } from "#shared/domain/mutations/proposeNumbering.ts";
import { type VariantReader, variantReader } from "#shared/domain/mutations/variantReader.ts";
import { ProblemCollector } from "#shared/domain/problem.ts";
import { identifier, literal } from "#shared/duckdb/quoting.ts";
import { BadRows } from "#shared/formats/badRows.ts";
import {
  type ConversionLimits,
  type ConversionResult,
  copyToParquet,
  LINE_COLUMN,
  withDuckDb,
} from "#shared/formats/convertWithDuckDb.ts";
import type { Scan } from "#shared/formats/scanReport.ts";
import type { Source } from "#shared/formats/source.ts";
import { TextWriter } from "#shared/formats/text/textWriter.ts";
import { UnreadableText } from "#shared/formats/text/unreadableText.ts";
import { findReference } from "./findReference.ts";
import { meltMatrix } from "./meltMatrix.ts";
import { OmittedRows } from "./omittedRows.ts";

/** Maximum size of the sequences of one file, in bytes: a short code may stand for a long sequence. */
const MAX_SEQUENCE_BYTES = 1 << 30;
/** Maximum number of rows whose mutations are kept to propose another numbering. */
const NUMBERED_ROWS = 2_000;

/** Rows of a file, with the sequences that its table's rule computes. */
export interface Derived {
  scan: Scan;
  /** Undefined if there are problems. */
  written: ConversionResult | undefined;
}

/**
 * Writes the rows of `path`, a file that was ingested, with the column of sequences at `target`. A mutation that contradicts
 * the reference is a problem of its row.
 */
export async function deriveSequences(
  source: Source & { sequenceFrom: SequenceFrom },
  columns: readonly Column[],
  path: string,
  target: string,
  scratch: string,
  limits: ConversionLimits,
  scan: Scan,
): Promise<Derived> {
  const derivation = new Derivation(source, columns, scan, limits.signal);
  const long = join(scratch, "long.parquet");
  const sequences = join(scratch, "sequences.csv");
  const paths = [path, long, sequences, target];
  return withDuckDb(paths, columns.length, limits, async (connection) => {
    const { mutations } = source.sequenceFrom;
    const isMatrix = typeof mutations !== "string" && "matrix" in mutations;
    const headers = isMatrix ? await meltMatrix(connection, mutations, columns, path, long) : undefined;
    const rows = isMatrix ? long : path;
    await derivation.read(connection, rows, sequences, headers);
    return derivation.write(connection, rows, sequences, target);
  });
}

class Derivation {
  private readonly problems = new ProblemCollector();
  private readonly badRows = new BadRows();
  private readonly omitted = new OmittedRows();
  /** Mutations of the first rows, by which another numbering is proposed. */
  private readonly changes: (readonly Change[])[] = [];
  private contradictions = 0;
  private rows = 0;
  private bytes = 0;
  private readonly source: Source & { sequenceFrom: SequenceFrom };
  private readonly columns: readonly Column[];
  private readonly scan: Scan;
  private readonly signal: AbortSignal | undefined;

  constructor(
    source: Source & { sequenceFrom: SequenceFrom },
    columns: readonly Column[],
    scan: Scan,
    signal: AbortSignal | undefined,
  ) {
    this.source = source;
    this.columns = columns;
    this.scan = scan;
    this.signal = signal;
  }

  /** Computes the sequence of each row, and writes them as CSV in the order of the rows. */
  async read(
    connection: DuckDBConnection,
    path: string,
    sequences: string,
    headers: ReadonlyMap<string, string> | undefined,
  ): Promise<void> {
    const rule = this.source.sequenceFrom;
    const reference: MutatedReference = {
      sequence: await findReference(connection, rule, path),
      numbering: new Numbering(rule.numbering),
    };
    const found = variantReader(rule.mutations, reference, headers);
    const column = this.columns.find(({ name }) => name === found.shown);
    const reader = { ...found, shown: column ? sourceName(column) : found.shown };
    await using file = await open(sequences, "wx");
    const writer = new TextWriter(file);
    const values = reader.columns.map((name, index) => `CAST(${identifier(name)} AS VARCHAR) AS c${index}`);
    const sql = `SELECT ${identifier(LINE_COLUMN)} AS line, ${values.join(", ")} FROM read_parquet(${literal(path)})`;
    const result = await connection.stream(sql);
    for await (const chunk of result.yieldRowsJson()) {
      this.signal?.throwIfAborted();
      for (const [line, ...cells] of chunk)
        this.take(Number(line), cells as (string | null)[], reader, writer);
      if (writer.full) await writer.flush();
    }
    await writer.flush();
    this.proposeNumbering(reference);
  }

  private take(
    line: number,
    cells: readonly (string | null)[],
    { read, shown }: VariantReader,
    writer: TextWriter,
  ): void {
    this.rows++;
    const variant = read(cells);
    if ("sequence" in variant) {
      this.bytes += variant.sequence.length;
      if (this.bytes > MAX_SEQUENCE_BYTES)
        throw new UnreadableText("the sequences of its rows have more than 1 GB; split the file");
      writer.row([variant.sequence, variant.code ?? null]);
      return;
    }
    writer.row([null, null]);
    const value = cells.filter((cell) => cell !== null).join(" ");
    if ("omitted" in variant) {
      this.omitted.add({ line, column: shown, value, omitted: variant.omitted });
      return;
    }
    if (variant.changes.length > 0) {
      this.contradictions++;
      if (this.changes.length < NUMBERED_ROWS) this.changes.push(variant.changes);
    }
    this.badRows.add(line, false);
    this.report({ line, column: shown, value, reason: variant.reason });
  }

  private report(problem: { line?: number; column?: string; value?: string; reason: string }): void {
    const named = { file: this.source.name, ...problem };
    this.problems.add(named);
    this.source.log?.add(named);
  }

  /** Reports the numbering by which mutations agree that contradict the reference, if most of them do. */
  private proposeNumbering({ sequence, numbering }: MutatedReference): void {
    if (this.contradictions * 2 < this.rows - this.omitted.count) return;
    const proposed = proposeNumbering(sequence, sitesOfChanges(this.changes));
    if (proposed === undefined || proposed.first_position === numbering.positionAt(0)) return;
    const { first_position: first } = proposed;
    this.report({
      reason: `the mutations agree with the reference if its first residue has the number ${first}; set "numbering": {"first_position": ${first}} in "sequence_from"`,
    });
  }

  /** Writes the rows that have a sequence, if there are no problems. */
  async write(
    connection: DuckDBConnection,
    path: string,
    sequences: string,
    target: string,
  ): Promise<Derived> {
    if (this.problems.count > 0) {
      const { problems, badRows } = this;
      return { scan: { ...this.scan, problems, badRows }, written: undefined };
    }
    // Rows may be read again without those that have problems: only the last reading lists the others.
    for (const problem of this.omitted.problems(this.source)) this.source.log?.add(problem);
    const rule = this.source.sequenceFrom;
    const stored = storedColumns(this.columns, rule);
    const isMelted = typeof rule.mutations !== "string" && "matrix" in rule.mutations;
    const values = stored.map(({ name }) => {
      if (name === rule.column) return `"__sequence" AS ${identifier(name)}`;
      return isMelted && name === MUTANT_COLUMN ? `"__code" AS ${identifier(name)}` : identifier(name);
    });
    const csv = `read_csv(${literal(sequences)}, header = false, auto_detect = false, delim = ',', quote = '"', escape = '"', columns = {'__sequence': 'VARCHAR', '__code': 'VARCHAR'}, parallel = false)`;
    const select = `SELECT ${[...values, identifier(LINE_COLUMN)].join(", ")} FROM read_parquet(${literal(path)}) POSITIONAL JOIN ${csv} WHERE "__sequence" IS NOT NULL`;
    const names = stored.map(({ name }) => name);
    const bytesOfRow = this.bytes / Math.max(this.rows, 1) + 100;
    const written = await copyToParquet(connection, select, target, names, bytesOfRow);
    return { scan: this.derivedScan(stored, written), written };
  }

  private derivedScan(stored: readonly Column[], written: ConversionResult): Scan {
    const own = new Map(this.columns.map(({ name }, index) => [name, this.scan.tallies[index]]));
    const warning = this.omitted.warning(this.source, this.rows);
    return {
      ...this.scan,
      rows: this.rows - this.omitted.count,
      omitted: this.omitted.count,
      tallies: stored.map(({ name }, index) => ({
        missing: written.missing[index] ?? 0,
        zeros: own.get(name)?.zeros ?? 0,
      })),
      warnings: [...(this.scan.warnings ?? []), ...(warning === undefined ? [] : [warning])],
    };
  }
}
