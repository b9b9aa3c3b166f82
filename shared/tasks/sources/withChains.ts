import { DataProblem } from "#shared/basics/errors/dataProblem.ts";
import { type ChainName, joinChains, splitChains, TWO_CHAINS } from "#shared/basics/proteins/chains.ts";
import { textColumns } from "#shared/basics/proteins/recognizeSequences.ts";
import { joinNames } from "#shared/basics/wording/wording.ts";
import type { SequenceChoice } from "#shared/domain/tasks/sequenceChoice.ts";
import { chainKind } from "#shared/science/antibodies/chainKind.ts";
import type { Rows } from "../readRows.ts";
import { columnOf, shownNames } from "../rowColumns.ts";
import type { SequencedRows } from "./sequencedRows.ts";

const NAMES_SHOWN = 20;
/** Without a reference, a chain that at least this share of the rows have is part of the protein. */
const USUAL_SHARE = 0.5;

type Columns = Partial<Record<ChainName, ArrayLike<unknown>>>;

/**
 * Returns rows with a column `sequence` in which the heavy and the light chain are joined: from the columns that are named, from `vh`
 * and `vl`, or from those whose sequences are heavy and light chains. A row that lacks a chain of the reference is not used; a chain that the reference lacks is ignored.
 */
export function withChains(
  rows: Rows,
  chosen: SequenceChoice["sequence_column"],
  reference: string | null,
): SequencedRows {
  const columns = chainColumns(rows, chosen);
  const wanted = reference === null ? usualChains(rows, columns) : chainsOfReference(reference);
  for (const name of wanted) if (!columns[name]) throw new DataProblem(missingChain(rows, name));
  const kept: number[] = [];
  const sequences: string[] = [];
  for (let row = 0; row < rows.count; row += 1) {
    const [vh, vl] = TWO_CHAINS.map((name) => (wanted.includes(name) ? columns[name]?.[row] : null));
    if (wanted.some((name) => isEmpty(columns[name]?.[row]))) continue;
    kept.push(row);
    sequences.push(joinChains(textOf(rows, row, vh), textOf(rows, row, vl)));
  }
  const others = Object.entries(rows.columns)
    .filter(([key]) => key.toLowerCase() !== "sequence")
    .map(([key, column]) => [key, kept.map((row) => column[row])]);
  return {
    ...rows,
    count: kept.length,
    columns: { ...Object.fromEntries(others), sequence: sequences },
    omitted: rows.count - kept.length,
    layout: TWO_CHAINS,
  };
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
    const found = columnOf(rows, column);
    if (!found)
      throw new DataProblem(
        `The data set, ${rows.name}, has no column "${column}"; its columns: ${namesOf(rows)}.`,
      );
    return [[name, found]];
  });
  return Object.fromEntries(named);
}

/** Returns the columns `vh` and `vl`; one that has another name is recognized by its sequences. */
function namedOrRecognized(rows: Rows): Columns {
  const columns: Columns = {};
  for (const name of TWO_CHAINS) {
    const found = columnOf(rows, name);
    if (found) columns[name] = found;
  }
  if (TWO_CHAINS.every((name) => columns[name])) return columns;
  const kinds = Map.groupBy(
    textColumns(rows).filter(([name]) => !TWO_CHAINS.some((chain) => chain === name.toLowerCase())),
    ([, texts]) => chainKind(texts),
  );
  for (const name of TWO_CHAINS) {
    const found = kinds.get(name as "vh" | "vl") ?? [];
    if (columns[name] || found.length === 0) continue;
    if (found.length > 1)
      throw new DataProblem(
        `The data set, ${rows.name}, has several columns with ${name === "vh" ? "heavy" : "light"} chains: ${joinNames(
          found.map(([column]) => `"${column}"`),
          NAMES_SHOWN,
        )}. Name the columns of the chains with "sequence_column": {"vh": …, "vl": …}.`,
      );
    const [column] = found[0]!;
    columns[name] = columnOf(rows, column)!;
  }
  return columns;
}

function chainsOfReference(reference: string): ChainName[] {
  const chains = splitChains(reference);
  return TWO_CHAINS.filter((name) => chains[name]);
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
  throw new DataProblem(
    `The data set, ${rows.name}, has no columns "vh" and "vl" with sequences; its columns: ${namesOf(rows)}. Name the columns of the chains with "sequence_column": {"vh": …, "vl": …}.`,
  );
}

function missingChain(rows: Rows, name: ChainName): string {
  return `The data set, ${rows.name}, has no column "${name}"; its columns: ${namesOf(rows)}. Name the columns of the chains with "sequence_column": {"vh": …, "vl": …}.`;
}

function isEmpty(cell: unknown): boolean {
  return cell === null || cell === undefined || cell === "";
}

function textOf(rows: Rows, row: number, cell: unknown): string | null {
  if (cell === null || cell === undefined || typeof cell === "string") return cell ?? null;
  throw new DataProblem(`Row ${row + 1} of ${rows.name}: the sequence is not text.`);
}

function namesOf(rows: Rows): string {
  return joinNames(shownNames(rows), NAMES_SHOWN) || "none";
}
