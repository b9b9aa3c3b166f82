import { open } from "node:fs/promises";
import { join } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import { type Column, identifier, literal } from "@pdp/basics/columns";
import {
  type ConversionLimits,
  type ConversionResult,
  copyToParquet,
  LINE_COLUMN,
  withDuckDb,
} from "../engine/convertWithDuckDb.ts";
import type { Scan } from "../scanReport.ts";
import type { Source } from "../source.ts";
import { TextWriter } from "../text/textWriter.ts";
import { findReference } from "./findReference.ts";
import { meltMatrix } from "./meltMatrix.ts";
import type { SequenceFrom } from "./sequenceFrom.ts";
import { MUTANT_COLUMN, storedColumns } from "./sequenceRule.ts";
import { VariantRows } from "./variantRows.ts";

/** Rows of a file, with the sequences computed by its table's rule. */
export interface Derived {
  scan: Scan;
  /** Undefined if there are problems. */
  written: ConversionResult | undefined;
}

/**
 * Writes the rows of `path`, an ingested file, to `target` with the sequence column added. A mutation that contradicts the
 * reference is reported as a problem in its row.
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
    if (isMatrix) await meltMatrix(connection, mutations, columns, path, long);
    const rows = isMatrix ? long : path;
    const variants = await derivation.read(connection, rows, sequences);
    return derivation.write(connection, rows, sequences, target, variants);
  });
}

class Derivation {
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

  /** Computes the sequence of each row, and writes the sequences as CSV in row order. */
  async read(connection: DuckDBConnection, path: string, sequences: string): Promise<VariantRows> {
    const reference = await findReference(connection, this.source.sequenceFrom, path);
    const variants = new VariantRows(this.source, this.columns, reference);
    await using file = await open(sequences, "wx");
    const writer = new TextWriter(file);
    const values = variants.columns.map((name, index) => `CAST(${identifier(name)} AS VARCHAR) AS c${index}`);
    const sql = `SELECT ${identifier(LINE_COLUMN)} AS line, ${values.join(", ")} FROM read_parquet(${literal(path)})`;
    const result = await connection.stream(sql);
    for await (const chunk of result.yieldRowsJson()) {
      this.signal?.throwIfAborted();
      for (const [line, ...cells] of chunk) {
        const variant = variants.take(Number(line), cells as (string | null)[]);
        writer.row([variant?.sequence ?? null, variant?.code ?? null, variant === undefined ? null : "1"]);
      }
      if (writer.full) await writer.flush();
    }
    await writer.flush();
    variants.finish();
    return variants;
  }

  /** Writes the rows that have a sequence or are controls, if there are no problems. */
  async write(
    connection: DuckDBConnection,
    path: string,
    sequences: string,
    target: string,
    variants: VariantRows,
  ): Promise<Derived> {
    const { problems, badRows } = variants;
    if (problems.count > 0) return { scan: { ...this.scan, problems, badRows }, written: undefined };
    // The file may be read again without the rows that have problems, so only the last pass lists the rows without a sequence.
    for (const problem of variants.omitted.problems(this.source)) this.source.log?.add(problem);
    const rule = this.source.sequenceFrom;
    const stored = storedColumns(this.columns, rule);
    const isMelted = typeof rule.mutations !== "string" && "matrix" in rule.mutations;
    const values = stored.map(({ name }) => {
      if (name === rule.column) return `"__sequence" AS ${identifier(name)}`;
      return isMelted && name === MUTANT_COLUMN ? `"__code" AS ${identifier(name)}` : identifier(name);
    });
    const csv = `read_csv(${literal(sequences)}, header = false, auto_detect = false, delim = ',', quote = '"', escape = '"', columns = {'__sequence': 'VARCHAR', '__code': 'VARCHAR', '__loaded': 'VARCHAR'}, parallel = false)`;
    const select = `SELECT ${[...values, identifier(LINE_COLUMN)].join(", ")} FROM read_parquet(${literal(path)}) POSITIONAL JOIN ${csv} WHERE "__loaded" IS NOT NULL`;
    const names = stored.map(({ name }) => name);
    const bytesOfRow = variants.bytes / Math.max(variants.rows, 1) + 100;
    const written = await copyToParquet(connection, select, target, names, bytesOfRow);
    return { scan: this.derivedScan(stored, written, variants), written };
  }

  private derivedScan(stored: readonly Column[], written: ConversionResult, variants: VariantRows): Scan {
    const tallyOf = new Map(this.columns.map(({ name }, index) => [name, this.scan.tallies[index]]));
    const warning = variants.warning();
    return {
      ...this.scan,
      rows: variants.good,
      omitted: variants.omitted.count,
      tallies: stored.map(({ name }, index) => ({
        missing: written.missing[index] ?? 0,
        zeros: tallyOf.get(name)?.zeros ?? 0,
      })),
      warnings: [...(this.scan.warnings ?? []), ...(warning === undefined ? [] : [warning])],
    };
  }
}
