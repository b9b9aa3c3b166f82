import { CHAIN_BREAK } from "@pdp/basics/proteins";
import { proteinSql } from "#client/requests/proteinColumns.ts";
import { quoteName, quoteReference, quoteText } from "#client/requests/sqlNames.ts";
import type { Workspace } from "#client/workspace.ts";
import { isLikeAnId } from "../../parts/likeAnId.ts";
import { numericColumns } from "../columnChoices.ts";
import type { ProteinTable } from "../proteinTables.ts";

/** What measured variants show about a mutation. */
export interface SeenMutation {
  code: string;
  /** Number of measured variants that contain it, excluding the variant itself. */
  variants: number;
  /** Mean of their values; null if there are none. */
  mean: number | null;
  /** Value of the mutation by itself; null if it was not measured individually. */
  alone: number | null;
}

/** Measured variant that is similar to another variant. */
export interface Neighbor {
  sequence: string;
  distance: number;
  value: number;
}

export interface Neighborhood {
  table: string;
  assay: string;
  /** Mean of the reference; null if it was not measured. */
  reference: number | null;
  mutations: SeenMutation[];
  nearest: Neighbor[];
}

/** Substitution in a variant: its index in the sequence, and its code. */
export interface MutationSite {
  index: number;
  code: string;
}

/** Variant with its substitutions and the protein that it is compared with. */
export interface Differences {
  sequence: string;
  reference: string;
  sites: readonly MutationSite[];
}

/** Returns the sequence of a reference with one of the mutations of a variant. */
export function withSingle(reference: string, sequence: string, { index }: MutationSite): string {
  return reference.slice(0, index) + (sequence[index] ?? "") + reference.slice(index + 1);
}

const NEAREST = 5;
/** Maximum number of mutations to look up. */
export const MAX_MUTATIONS = 24;

/** Assay of a table in which similar variants are looked up. */
export interface AssayChoice {
  table: ProteinTable;
  assay: string;
}

/** Returns the assays that can be looked up: those of the largest table first. */
export function assayChoices(tables: readonly ProteinTable[]): AssayChoice[] {
  return tables
    .filter((table) => table.kind === "TABLE" && table.proteins.length > 0)
    .toSorted((a, b) => (b.rows ?? 0) - (a.rows ?? 0))
    .flatMap((table) =>
      numericColumns(table)
        .filter((name) => !isLikeAnId(name))
        .map((assay) => ({ table, assay })),
    );
}

/** Reads what a table shows about the mutations of a variant, and the nearest measured variants; null if there are none. */
export async function readNeighbors(
  workspace: Workspace,
  { table, assay }: AssayChoice,
  { sequence, reference, sites }: Differences,
): Promise<Neighborhood | null> {
  const [columns] = table.proteins;
  if (columns === undefined) return null;
  const protein = proteinSql(columns);
  const sameLengths = [...sequence].flatMap((letter, at) =>
    letter === CHAIN_BREAK ? [`substr(${protein}, ${at + 1}, 1) = '${CHAIN_BREAK}'`] : [],
  );
  const looked = sites.slice(0, MAX_MUTATIONS);
  const means =
    `SELECT ${protein} AS sequence, avg(CAST(${quoteName(assay)} AS DOUBLE)) AS value FROM ${quoteReference(table.reference)} ` +
    `WHERE ${[`length(${protein}) = ${sequence.length}`, ...sameLengths, `${quoteName(assay)} IS NOT NULL`].join(" AND ")} GROUP BY 1`;
  const figures = looked.flatMap((site, at) => {
    const { index } = site;
    const has = `substr(sequence, ${index + 1}, 1) = ${quoteText(sequence[index] ?? "")} AND sequence <> ${quoteText(sequence)}`;
    const single = withSingle(reference, sequence, site);
    return [
      `count_if(${has}) AS n${at}`,
      `avg(CASE WHEN ${has} THEN value END) AS m${at}`,
      `max(CASE WHEN sequence = ${quoteText(single)} THEN value END) AS a${at}`,
    ];
  });
  const wild = `max(CASE WHEN sequence = ${quoteText(reference)} THEN value END) AS wild`;
  const [counted, near] = await Promise.all([
    workspace.query<Record<string, number | bigint | null>>(
      `SELECT ${[wild, ...figures].join(", ")} FROM (${means}) AS means`,
    ),
    workspace.query<{ sequence: string; value: number; distance: number | bigint }>(
      `SELECT sequence, value, hamming_distance(sequence, ${quoteText(sequence)}) AS distance FROM (${means}) AS means ` +
        `WHERE sequence <> ${quoteText(sequence)} ORDER BY 3, 1 LIMIT ${NEAREST}`,
    ),
  ]);
  const [row = {}] = await counted.rows();
  const nearest = (await near.rows()).map((variant) => ({ ...variant, distance: Number(variant.distance) }));
  if (nearest.length === 0) return null;
  const numberAt = (name: string) => (row[name] == null ? null : Number(row[name]));
  return {
    table: table.reference,
    assay,
    reference: numberAt("wild"),
    mutations: looked.map(({ code }, at) => ({
      code,
      variants: Number(row[`n${at}`] ?? 0),
      mean: numberAt(`m${at}`),
      alone: numberAt(`a${at}`),
    })),
    nearest,
  };
}
