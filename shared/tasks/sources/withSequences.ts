import { DataProblem } from "@pdp/basics/errors";
import {
  type ChainLayout,
  type Change,
  chainsIn,
  isSampleColumn,
  MIN_PROTEIN_LENGTH,
  type MutatedReference,
  mutationColumns,
  ONE_CHAIN,
  proposeNumbering,
  proteinColumns,
  sitesOfChanges,
  textColumns,
} from "@pdp/basics/proteins";
import { formatCount, joinNames } from "@pdp/basics/wording";
import { type MutationColumns, variantReader } from "@pdp/formats/proteins";

import type { SequenceChoice } from "#shared/domain/tasks/sequenceChoice.ts";
import type { Rows } from "../readRows.ts";
import { columnOf, listedNames, requireColumn } from "../rowColumns.ts";
import { keepRows, type SequencedRows } from "./sequencedRows.ts";
import { withChains } from "./withChains.ts";
import { withoutControls } from "./withoutControls.ts";

const MAX_LISTED = 20;
const NAMES_SHOWN = 20;
const ALIGNED = /^[A-Za-z.*-]+$/;

/**
 * Returns rows with a column `sequence` that is either selected by the source, or derived from its mutations and the
 * reference. Defaults to the column of that name, otherwise the only column with amino acid sequences, or otherwise the only
 * column with mutations.
 */
export function withSequences(
  rows: Rows,
  { sequence_column: name, mutations }: SequenceChoice,
  reference: MutatedReference | null,
  layout: ChainLayout = ONE_CHAIN,
): SequencedRows {
  if (layout.length > 1 && mutations == null)
    return withChains(rows, name, reference ? chainsIn(reference.sequence) : "USUAL");
  if (name != null) return withoutControls(withColumn(rows, oneColumn(name)));
  if (mutations != null) {
    const sequenced = fromMutations(rows, mutations, requireReference(rows, reference));
    return layout.length > 1 ? { ...sequenced, layout } : sequenced;
  }
  if (rows.count === 0 || columnOf(rows, "sequence")) return withoutControls(rows);
  const proteins = proteinColumns(rows);
  const [only] = proteins;
  if (proteins.length === 1 && only !== undefined) return withoutControls(withColumn(rows, only));
  const coded = proteins.length === 0 ? mutationColumns(rows) : [];
  const [codes] = coded;
  if (coded.length === 1 && codes !== undefined && reference !== null)
    return fromMutations(rows, codes, reference);
  throw new DataProblem(noSequences(rows, proteins, coded, NAME_EITHER));
}

/** Returns the column of the only chain; the rules of tasks refuse two columns for one chain. */
function oneColumn(name: NonNullable<SequenceChoice["sequence_column"]>): string {
  if (typeof name === "string") return name;
  throw new DataProblem('"sequence_column" names two chains, but this data has one: name one column.');
}

function withColumn(rows: Rows, name: string): SequencedRows {
  const column = requireColumn(rows, name);
  const others = Object.entries(rows.columns).filter(([key]) => key.toLowerCase() !== "sequence");
  return { ...rows, columns: { ...Object.fromEntries(others), sequence: column } };
}

function requireReference({ name }: Rows, reference: MutatedReference | null): MutatedReference {
  if (reference !== null) return reference;
  throw new DataProblem(
    `The mutations of ${name} require a reference to compute sequences: specify the task's reference, such as {"project_reference": …} or {"monomer": …}.`,
  );
}

/** Keeps only the rows with mutations that result in a sequence. */
function fromMutations(rows: Rows, mutations: MutationColumns, reference: MutatedReference): SequencedRows {
  const samples = Object.keys(rows.columns).filter((name) => name !== mutations && isSampleColumn(name));
  const { columns: names, read, mutationColumns } = variantReader(mutations, reference, undefined, samples);
  const cells = names.map((name) => requireColumn(rows, name));
  const kept: number[] = [];
  const sequences: string[] = [];
  const problems: string[] = [];
  const contradicting: (readonly Change[])[] = [];
  let bad = 0;
  for (let row = 0; row < rows.count; row++) {
    const texts = cells.map((column) => textOf(column[row]));
    const variant = read(texts);
    if ("sequence" in variant) {
      kept.push(row);
      sequences.push(variant.sequence);
    } else if ("reason" in variant) {
      bad++;
      if (variant.changes.length > 0) contradicting.push(variant.changes);
      const value = JSON.stringify(
        texts
          .slice(0, mutationColumns)
          .filter((text) => text !== null)
          .join(" ")
          .slice(0, 100),
      );
      if (problems.length < MAX_LISTED)
        problems.push(`Row ${row + 1} of ${rows.name}: ${value} ${variant.reason}.`);
    }
  }
  if (bad > 0) throw new DataProblem(...problems, ...moreProblems(rows, bad, contradicting, reference));
  return keepRows(rows, kept, sequences);
}

function moreProblems(
  rows: Rows,
  bad: number,
  contradicting: readonly (readonly Change[])[],
  { sequence, numbering }: MutatedReference,
): string[] {
  const more = bad > MAX_LISTED ? [`… and ${bad - MAX_LISTED} more.`] : [];
  if (contradicting.length * 2 < rows.count) return more;
  const proposed = proposeNumbering(sequence, sitesOfChanges(contradicting));
  if (proposed === undefined || proposed.first_position === numbering.positionAt(0)) return more;
  const { first_position: first } = proposed;
  return [
    ...more,
    `The mutations match the reference if its first residue has the number ${first}: set "first_position": ${first} in the reference.`,
  ];
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === "number" && !Number.isFinite(value) ? null : String(value);
}

const NAME_EITHER =
  'Specify the protein column with "sequence_column" in the data set, or the mutation column with "mutations".';
const NAME_SEQUENCES = 'Specify the protein column with "sequence_column".';

function noSequences(
  rows: Rows,
  proteins: readonly string[],
  coded: readonly string[],
  advice: string,
): string {
  const problem = `The data set, ${rows.name}, has no column "sequence"; its columns: ${listedNames(rows)}.`;
  if (proteins.length > 1)
    return `${problem} ${quoted(proteins)} contain sequences: choose one with "sequence_column": "${proteins[0]}" in the data set.`;
  if (coded.length > 1)
    return `${problem} ${quoted(coded)} contain mutations: choose one with "mutations": "${coded[0]}" in the data set.`;
  if (coded.length === 1)
    return `${problem} ${quoted(coded)} contains mutations, which require a reference to compute sequences: specify the task's reference.`;
  return `${problem} ${advice}`;
}

function quoted(names: readonly string[]): string {
  return joinNames(
    names.map((name) => `"${name}"`),
    NAMES_SHOWN,
  );
}

/** Returns rows with a column `sequence` that is the selected one, or the only column of sequences, which may be aligned. */
export function withRelatedSequences(
  rows: Rows,
  { sequence_column: name }: SequenceChoice,
  layout: ChainLayout = ONE_CHAIN,
): SequencedRows {
  if (layout.length > 1) return withChains(rows, name, "ANY");
  if (name != null) return withColumn(rows, oneColumn(name));
  if (rows.count === 0 || columnOf(rows, "sequence")) return rows;
  const candidates = textColumns(rows).filter(([, texts]) =>
    texts.every((text) => text.length >= MIN_PROTEIN_LENGTH && ALIGNED.test(text)),
  );
  const [only] = candidates;
  if (candidates.length === 1 && only) return withColumn(rows, only[0]);
  const several = candidates.length > 1 ? candidates.map(([column]) => column) : [];
  throw new DataProblem(noSequences(rows, several, [], NAME_SEQUENCES));
}

/** Reports how many rows are not used because they have no sequence; empty if all are used. */
export function omittedSentence({ omitted = 0 }: { omitted?: number | undefined }): string[] {
  if (omitted === 0) return [];
  const verb = omitted === 1 ? "has" : "have";
  return [
    `${formatCount(omitted, "row")} ${verb} no sequence because of a stop, a frameshift, a missing chain, missing mutations or a control without protein, and ${omitted === 1 ? "was" : "were"} not used.`,
  ];
}
