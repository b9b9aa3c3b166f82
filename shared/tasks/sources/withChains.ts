import { DataProblem } from "@pdp/basics/errors";
import { CHAIN_BREAK, type ChainLayout, type ChainName, joinChains, TWO_CHAINS } from "@pdp/basics/proteins";
import { joinNames } from "@pdp/basics/wording";
import { findChainColumns } from "@pdp/science/antibodies";
import type { SequenceChoice } from "#shared/domain/tasks/sequenceChoice.ts";
import type { Rows } from "../readRows.ts";
import { listedNames, requireColumn } from "../rowColumns.ts";
import { keepRows, type SequencedRows } from "./sequencedRows.ts";

const NAMES_SHOWN = 20;
/** Without a reference, a chain that at least this share of the rows have is part of the protein. */
const USUAL_SHARE = 0.5;

type Columns = Partial<Record<ChainName, ArrayLike<unknown>>>;

/**
 * Chains that each row must have: those of a reference, those that most rows have (USUAL), or at least one of the two (ANY). With ANY, no row
 * is dropped; one without sequences has an empty one.
 */
type ExpectedChains = ChainLayout | "USUAL" | "ANY";

/**
 * Returns rows with a column `sequence` in which the heavy and the light chain are joined: from the columns that are named, from `vh`
 * and `vl`, or from those whose sequences are heavy and light chains. A row that lacks an expected chain is not used; a chain that is not
 * expected is ignored.
 */
export function withChains(
  rows: Rows,
  chosen: SequenceChoice["sequence_column"],
  expected: ExpectedChains,
): SequencedRows {
  const columns = chainColumns(rows, chosen);
  if (expected === "ANY") return { ...withEveryRow(rows, columns), layout: TWO_CHAINS };
  const wanted = expected === "USUAL" ? usualChains(rows, columns) : expected;
  for (const name of wanted) if (!columns[name]) throw new DataProblem(missingChain(rows, name));
  const kept: number[] = [];
  const sequences: string[] = [];
  for (let row = 0; row < rows.count; row += 1) {
    const [vh, vl] = TWO_CHAINS.map((name) => (wanted.includes(name) ? columns[name]?.[row] : null));
    if (wanted.some((name) => isEmpty(columns[name]?.[row]))) continue;
    kept.push(row);
    sequences.push(joinChains(textOf(rows, row, vh), textOf(rows, row, vl)));
  }
  return { ...keepRows(rows, kept, sequences), layout: TWO_CHAINS };
}

function withEveryRow(rows: Rows, { vh, vl }: Columns): SequencedRows {
  if (!vh && !vl && rows.count > 0) throw new DataProblem(noChains(rows));
  const all = Array.from({ length: rows.count }, (_, row) => row);
  const sequences = all.map((row) => {
    const joined = joinChains(textOf(rows, row, vh?.[row]), textOf(rows, row, vl?.[row]));
    return joined === CHAIN_BREAK ? "" : joined;
  });
  return keepRows(rows, all, sequences);
}

function chainColumns(rows: Rows, chosen: SequenceChoice["sequence_column"]): Columns {
  if (typeof chosen === "string")
    throw new DataProblem(
      `"sequence_column" names one column, but the data has two chains: use {"vh": …, "vl": …}.`,
    );
  if (chosen == null) return namedOrRecognized(rows);
  const named = TWO_CHAINS.flatMap((name): [ChainName, ArrayLike<unknown>][] => {
    const column = chosen[name as "vh" | "vl"];
    if (column == null) return [];
    return [[name, requireColumn(rows, column)]];
  });
  return Object.fromEntries(named);
}

/** Returns the columns `vh` and `vl`; one that has another name is recognized by its sequences. */
function namedOrRecognized(rows: Rows): Columns {
  const columns: Columns = {};
  for (const [name, candidates] of Object.entries<string[]>({ ...findChainColumns(rows) })) {
    const [only] = candidates;
    if (only === undefined) continue;
    if (candidates.length > 1)
      throw new DataProblem(
        `The data set, ${rows.name}, has several columns with ${name === "vh" ? "heavy" : "light"} chains: ${joinNames(
          candidates.map((column) => `"${column}"`),
          NAMES_SHOWN,
        )}. ${NAME_CHAINS}`,
      );
    columns[name as ChainName] = requireColumn(rows, only);
  }
  return columns;
}

/** Returns the chains that most rows have. */
function usualChains(rows: Rows, columns: Columns): ChainName[] {
  const share = (name: ChainName): number => {
    const column = columns[name];
    if (!column) return 0;
    return (
      Array.from({ length: rows.count }, (_, row) => column[row]).filter((cell) => !isEmpty(cell)).length /
      rows.count
    );
  };
  const usual = TWO_CHAINS.filter((name) => share(name) >= USUAL_SHARE);
  if (usual.length > 0 || rows.count === 0) return usual;
  throw new DataProblem(noChains(rows));
}

const NAME_CHAINS = 'Name the columns of the chains with "sequence_column": {"vh": …, "vl": …}.';

function noChains(rows: Rows): string {
  return `The data set, ${rows.name}, has no columns "vh" and "vl" with sequences; its columns: ${listedNames(rows)}. ${NAME_CHAINS}`;
}

function missingChain(rows: Rows, name: ChainName): string {
  return `The data set, ${rows.name}, has no column "${name}"; its columns: ${listedNames(rows)}. ${NAME_CHAINS}`;
}

function isEmpty(cell: unknown): boolean {
  return cell === null || cell === undefined || cell === "";
}

function textOf(rows: Rows, row: number, cell: unknown): string | null {
  if (cell === null || cell === undefined || typeof cell === "string") return cell ?? null;
  throw new DataProblem(`Row ${row + 1} of ${rows.name}: the sequence is not text.`);
}
