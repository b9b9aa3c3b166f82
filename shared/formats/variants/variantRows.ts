import { type Column, sourceName } from "@pdp/basics/columns";
import {
  type Change,
  isSampleColumn,
  type MutatedReference,
  Numbering,
  proposeNumbering,
  sitesOfChanges,
} from "@pdp/basics/proteins";
import { type Problem, ProblemCollector } from "@pdp/basics/wording";
import { BadRows } from "../badRows.ts";
import type { Source } from "../source.ts";
import { UnreadableText } from "../text/unreadableText.ts";
import { headerText } from "./matrixHeader.ts";
import { OmittedRows } from "./omittedRows.ts";
import type { SequenceFrom } from "./sequenceFrom.ts";
import { matrixColumns } from "./sequenceRule.ts";
import { type VariantReader, variantReader } from "./variantReader.ts";

/** Maximum size of the sequences of one file, in bytes: a short code may denote a long sequence. */
const MAX_SEQUENCE_BYTES = 1 << 30;
/** Maximum number of rows with mutations to keep for proposing another numbering. */
const NUMBERED_ROWS = 2_000;

/** File of a table that computes sequences from mutations. */
export type RuledSource = Pick<Source, "name" | "log"> & { sequenceFrom: SequenceFrom };

/**
 * Computes the sequence of each row from its mutations. A mutation that contradicts the reference is reported as a problem in
 * its row.
 */
export class VariantRows {
  readonly problems = new ProblemCollector();
  readonly badRows = new BadRows();
  readonly omitted = new OmittedRows();
  /** Number of rows processed. */
  rows = 0;
  /** Total size of all sequences. */
  bytes = 0;
  private contradictions = 0;
  private unreadable = 0;
  /** Mutations in the first rows, used to propose another numbering. */
  private readonly changes: (readonly Change[])[] = [];
  private readonly source: RuledSource;
  private readonly reference: MutatedReference;
  private readonly reader: VariantReader;

  constructor(source: RuledSource, columns: readonly Column[], sequence: string) {
    const { mutations, numbering } = source.sequenceFrom;
    this.source = source;
    this.reference = { sequence, numbering: new Numbering(numbering) };
    const isMatrix = typeof mutations !== "string" && "matrix" in mutations;
    const headers = isMatrix
      ? new Map(matrixColumns(mutations.matrix, columns).map((column) => [column.name, headerText(column)]))
      : undefined;
    const samples = columns.filter(
      ({ name, type }) => type === "STRING" && name !== mutations && isSampleColumn(name),
    );
    const reader = variantReader(
      mutations,
      this.reference,
      headers,
      samples.map(({ name }) => name),
    );
    const column = columns.find(({ name }) => name === reader.shown);
    this.reader = { ...reader, shown: column ? sourceName(column) : reader.shown };
  }

  /** Names of the columns with the cells passed to `take`, in order. */
  get columns(): readonly string[] {
    return this.reader.columns;
  }

  /** Number of rows that are loaded: those with a sequence, and controls without protein. */
  get good(): number {
    return this.rows - this.omitted.count - this.unreadable;
  }

  /**
   * Returns the sequence of a row, null for a control without protein, and its mutation if the mutation is spread over several cells;
   * undefined if the row is not loaded.
   */
  take(
    line: number,
    cells: readonly (string | null)[],
  ): { sequence: string | null; code?: string } | undefined {
    this.rows++;
    const { read, shown } = this.reader;
    const variant = read(cells);
    if ("sequence" in variant) {
      this.bytes += variant.sequence.length;
      if (this.bytes > MAX_SEQUENCE_BYTES)
        throw new UnreadableText("the sequences of its rows have more than 1 GB; split the file");
      return variant;
    }
    if ("isControl" in variant) return { sequence: null };
    const value = cells
      .slice(0, this.reader.mutationColumns)
      .filter((cell) => cell !== null)
      .join(" ");
    if ("omitted" in variant) {
      this.omitted.add({ line, column: shown, value, omitted: variant.omitted });
      return undefined;
    }
    if (variant.changes.length > 0) {
      this.contradictions++;
      if (this.changes.length < NUMBERED_ROWS) this.changes.push(variant.changes);
    }
    this.unreadable++;
    this.badRows.add(line, false);
    this.report({ line, column: shown, value, reason: variant.reason });
    return undefined;
  }

  /** If most mutations contradict the reference, reports a numbering with which they would agree. */
  finish(): void {
    const { sequence, numbering } = this.reference;
    if (this.contradictions * 2 < this.rows - this.omitted.count) return;
    const proposed = proposeNumbering(sequence, sitesOfChanges(this.changes));
    if (proposed === undefined || proposed.first_position === numbering.positionAt(0)) return;
    const { first_position: first } = proposed;
    this.report({
      reason: `the mutations agree with the reference if its first residue has the number ${first}; set "numbering": {"first_position": ${first}} in "sequence_from"`,
    });
  }

  /** Returns the sentence about the rows without a sequence, which are not loaded; undefined if there are none. */
  warning(): string | undefined {
    return this.omitted.warning(this.source, this.rows - this.unreadable);
  }

  private report(problem: Omit<Problem, "file">): void {
    const named = { file: this.source.name, ...problem };
    this.problems.add(named);
    this.source.log?.add(named);
  }
}
