import { DataProblem } from "@pdp/basics/errors";
import {
  CHAIN_BREAK,
  type ChainLayout,
  isProtein,
  joinChains,
  MAX_SEQUENCE_LENGTH,
  ONE_CHAIN,
  TWO_CHAINS,
} from "@pdp/basics/proteins";
import { formatCount } from "@pdp/basics/wording";
import { designName } from "#shared/domain/orders/designName.ts";
import { MAX_DESIGNS, MAX_RESIDUES } from "#shared/domain/orders/order.ts";
import type { Ordered } from "#shared/domain/orders/plateLayout.ts";
import type { Dataset } from "#shared/domain/tasks/dataSources.ts";
import type { Snapshot } from "#shared/history/taskSnapshots.ts";
import { type Rows, readStoredRows } from "../readRows.ts";
import { columnOf } from "../rowColumns.ts";
import type { RowReader } from "../rowReader.ts";
import type { SequencedRows } from "../sources/sequencedRows.ts";
import { nameOfSource } from "../sources/sourceQuery.ts";
import { withChains } from "../sources/withChains.ts";
import { withSequences } from "../sources/withSequences.ts";

/** Names of the controls, as in order lists. */
export const CONTROL_NAMES = {
  PARENT: "reference",
  BEST: "best",
  NEGATIVE: "negative",
  BLANK: "blank",
} as const;
const RESERVED = new Set<string>(Object.values(CONTROL_NAMES));
const PREFIX = "D";
const MAX_NAME_LENGTH = 100;

/** Designs of an order in order of rank, their parents, and what they were read from. */
export interface OrderedDesigns {
  designs: Ordered[];
  /** Distinct proteins in the column `parent`. */
  parents: string[];
  /** Null for rows in the request. */
  snapshot: Snapshot | null;
}

/** Reads the designs of an order. Throws a `DataProblem` for errors that the user can fix. */
export async function readDesigns(reader: RowReader, source: Dataset): Promise<OrderedDesigns> {
  const { rows: read, snapshot } = await readSource(reader, source);
  if (read.count > MAX_DESIGNS)
    throw new DataProblem(
      `The order has ${formatCount(read.count, "row")}, but at most ${MAX_DESIGNS.toLocaleString("en-US")} are allowed. Select fewer designs.`,
    );
  const layout = layoutOfRows(read, source);
  const rows =
    layout.length > 1 && source.mutations == null
      ? withChains(read, source.sequence_column, "ANY")
      : withSequences(read, source, null, layout);
  if (rows.count === 0) throw new DataProblem(`There are no designs in ${rows.name}. Select at least one.`);
  const designs = designsOf(rows);
  const residues = designs.reduce((sum, { sequence }) => sum + (sequence?.length ?? 0), 0);
  if (residues > MAX_RESIDUES)
    throw new DataProblem(
      `The designs have ${formatCount(residues, "residue")}, but at most ${MAX_RESIDUES.toLocaleString("en-US")} are allowed. Split the order.`,
    );
  return { designs, parents: parentsOf(rows, layout), snapshot };
}

/** Reads the rows of a source, and describes how to read stored ones again. */
export async function readSource(
  reader: RowReader,
  source: Dataset,
): Promise<{ rows: Rows; snapshot: Snapshot | null }> {
  if (source.kind !== "LITERAL") return readStoredRows(reader, source, "0", { tables: {} });
  const names = [...new Set(source.rows.flatMap((row) => Object.keys(row)))];
  const columns = names.map((name) => [name, source.rows.map((row) => row[name] ?? null)]);
  const rows = {
    name: nameOfSource(source),
    count: source.rows.length,
    columns: Object.fromEntries(columns),
  };
  return { rows, snapshot: null };
}

function designsOf(rows: SequencedRows): Ordered[] {
  const names = columnOf(rows, "name");
  const ranks = columnOf(rows, "rank");
  const mutations = columnOf(rows, "mutations");
  const sequences = columnOf(rows, "sequence");
  const ranked = Array.from({ length: rows.count }, (_, row) => {
    const rank = Number(ranks?.[row] ?? row + 1);
    if (!Number.isSafeInteger(rank) || rank < 1)
      throw new DataProblem(
        `Row ${row + 1} of ${rows.name} has the rank ${rank}. Ranks are integers from 1.`,
      );
    const name = String(names?.[row] ?? "").trim() || designName(PREFIX, rank);
    const sequence = sequenceIn(rows, row, sequences?.[row]);
    return {
      rank,
      design: { name, role: "DESIGN" as const, mutations: String(mutations?.[row] ?? ""), sequence },
    };
  });
  ranked.sort((a, b) => a.rank - b.rank);
  const designs = ranked.map(({ design }) => design);
  requireUniqueNames(designs, rows.name);
  return designs;
}

function sequenceIn(rows: SequencedRows, row: number, value: unknown): string {
  const sequence = String(value ?? "");
  const rowName = `Row ${row + 1} of ${rows.name}`;
  const chains = rows.layout === undefined ? [sequence] : sequence.split(CHAIN_BREAK);
  if (!chains.every((chain) => isProtein(chain) || (chain === "" && sequence !== "")))
    throw new DataProblem(
      `${rowName} has no sequence of the 20 amino acids in capital letters: ${JSON.stringify(sequence.slice(0, 40))}. Correct or exclude it.`,
    );
  if (sequence.length > MAX_SEQUENCE_LENGTH)
    throw new DataProblem(
      `${rowName} has ${formatCount(sequence.length, "residue")}; at most ${MAX_SEQUENCE_LENGTH.toLocaleString("en-US")} are allowed. Shorten or exclude it.`,
    );
  return sequence;
}

/** Names identify designs when their results are loaded. Names of controls are reserved. */
function requireUniqueNames(designs: readonly Ordered[], source: string): void {
  const seen = new Set<string>();
  for (const { name } of designs) {
    if (name.length > MAX_NAME_LENGTH)
      throw new DataProblem(
        `The name ${JSON.stringify(name.slice(0, 40))}… is longer than ${MAX_NAME_LENGTH} characters. Shorten it.`,
      );
    const folded = name.toLowerCase();
    if (seen.has(folded))
      throw new DataProblem(
        `Two designs in ${source} are named "${name}". Names must be unique in an order.`,
      );
    if (RESERVED.has(folded))
      throw new DataProblem(`The name "${name}" is that of a control. Rename this design.`);
    seen.add(folded);
  }
}

/** Returns two chains if the source names them, or has them in place of `sequence`. */
function layoutOfRows(rows: Rows, { sequence_column: column }: Dataset): ChainLayout {
  if (column != null) return typeof column === "string" ? ONE_CHAIN : TWO_CHAINS;
  if (columnOf(rows, "sequence")) return ONE_CHAIN;
  return TWO_CHAINS.some((name) => columnOf(rows, name)) ? TWO_CHAINS : ONE_CHAIN;
}

/** Returns the distinct proteins that designs were made from. */
function parentsOf(rows: Rows, layout: ChainLayout): string[] {
  if (layout.length === 1) return [...new Set(textsOf(rows, "parent"))];
  const [vh, vl] = TWO_CHAINS.map((name) => columnOf(rows, `parent_${name}`));
  if (!vh && !vl) return [];
  const text = (cell: unknown): string => (typeof cell === "string" && isProtein(cell) ? cell : "");
  return [
    ...new Set(Array.from({ length: rows.count }, (_, row) => joinChains(text(vh?.[row]), text(vl?.[row])))),
  ].filter((parent) => parent !== CHAIN_BREAK);
}

function textsOf(rows: Rows, name: string): string[] {
  const column = columnOf(rows, name);
  const texts = Array.from({ length: rows.count }, (_, row) => column?.[row]);
  return texts.filter((text): text is string => typeof text === "string" && isProtein(text));
}
