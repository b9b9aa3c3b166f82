import {
  type Chain,
  chainsOf,
  FROM_ONE,
  type Numbering,
  numberingFrom,
  singleGap,
} from "@pdp/basics/proteins";
import { designName } from "#shared/domain/orders/designName.ts";
import type { Design, Prediction } from "./design.ts";

/** Kind of a row: a design, or a known protein for comparison. */
export type OrderKind = "design" | "reference" | "best so far";

/** Protein to order. */
export interface OrderRow {
  /** ID, unique within the list; measurements refer to it. */
  name: string;
  kind: OrderKind;
  /** Mutations relative to the template, such as `V39A;D40W`; empty for the template. */
  mutations: string;
  sequence: string;
  /** Predictions for a design; empty for a control. */
  predictions: readonly Prediction[];
  /** Mean of the measurements so far, by assay. */
  measured?: Readonly<Record<string, number>>;
  /** Copied from the design; null for a control. */
  isToLearn: boolean | null;
  reason: string | null;
  /** Warning about the predictions of a design; absent if there is none. */
  warning?: string;
}

export interface OrderOptions {
  /** Text before the rank in each design name; defaults to `D`. */
  prefix?: string;
  /** Residue numbers of the template used in mutations, or the number of its first residue; defaults to 1. */
  numbering?: Numbering | number;
  /** Residue numbers used in the design table, as recorded by the task; defaults to numbering from 1. */
  written?: Numbering;
  /** Adds the template of the designs as a control. */
  reference?: boolean;
  /** Sequence of the best measured protein, included as a control. */
  bestSoFar?: string | null;
}

/** Substitution, deletion or insertion in a text, such as `V39A`, `D40del` or `K42_L43insGS`, or `0_M1insG` at an end. */
const CODE = /(?<![\w-])(?:[A-Z]-?\d+(?:[A-Z]|del)|[A-Z]?-?\d+_[A-Z]?-?\d+ins[A-Z]+)\b/g;

/** Valid name prefixes. */
export const PREFIX = {
  pattern: /^[A-Za-z][A-Za-z0-9_.-]{0,19}$/,
  sentence: 'A prefix must be a letter followed by up to 19 letters, digits, ".", "_" or "-".',
};

/**
 * Lists designs under the names by which they are ordered and measured, followed by the controls. The name of a design is
 * derived from its rank (`D001`), so it stays the same when fewer designs are chosen.
 */
export function orderRows(
  designs: readonly Design[],
  {
    prefix = "D",
    numbering: stated = 1,
    written = FROM_ONE,
    reference = false,
    bestSoFar = null,
  }: OrderOptions = {},
): OrderRow[] {
  if (!PREFIX.pattern.test(prefix))
    throw new Error(`"${prefix}" is not a valid name prefix. ${PREFIX.sentence}`);
  if (typeof stated === "number" && !Number.isSafeInteger(stated)) {
    throw new Error("The number of the first residue must be an integer, such as 1 or 24.");
  }
  const numbering = numberingFrom(stated);
  const rows = designs.map(
    ({ rank, mutations, sequence, predictions, isToLearn, reason, warning }): OrderRow => ({
      name: designName(prefix, rank),
      kind: "design",
      mutations: renumber(mutations, written, numbering),
      sequence,
      predictions,
      isToLearn,
      reason: reason?.replace(CODE, (code) => renumber(code, written, numbering)) ?? null,
      ...(warning !== undefined && { warning }),
    }),
  );
  const template = designs[0]?.parent;
  if (template === undefined) return rows;
  if (reference) rows.push(control("reference", template, template));
  if (bestSoFar !== null && !(reference && bestSoFar === template)) {
    rows.push(control("best so far", bestSoFar, template, numbering));
  }
  return rows;
}

function control(
  kind: "reference" | "best so far",
  sequence: string,
  template: string,
  numbering = FROM_ONE,
): OrderRow {
  const name = kind === "reference" ? "reference" : "best";
  const mutations = renumber(mutationsBetween(template, sequence), FROM_ONE, numbering);
  return { name, kind, mutations, sequence, predictions: [], isToLearn: null, reason: null };
}

/** Returns the purpose of a row; null if undecided. */
export function purposeWords({ kind, isToLearn }: Pick<OrderRow, "kind" | "isToLearn">): string | null {
  if (kind !== "design") return "control";
  if (isToLearn === null) return null;
  return isToLearn ? "to learn" : "best guess";
}

/** Converts the positions in mutations from the `written` numbering to another numbering. */
function renumber(mutations: string, written: Numbering, numbering: Numbering): string {
  return mutations.replace(/-?\d+/g, (position) =>
    String(numbering.positionAt(written.indexOf(Number(position)))),
  );
}

/**
 * Returns the mutations that turn a template into a sequence, numbered from 1: substitutions, and the residues that are
 * deleted or inserted at a single position if the lengths differ. Mutations of two chains name them: `H:A23G L:S93T`.
 */
export function mutationsBetween(template: string, sequence: string): string {
  const chains = chainsOf(template);
  const others = chainsOf(sequence);
  if (chains.length !== others.length || chains.length === 1)
    return chainMutations(template, sequence).join(";");
  return chains
    .flatMap(({ prefix, start, end }, index) => {
      const other = others[index] as Chain;
      const mutations = chainMutations(template.slice(start, end), sequence.slice(other.start, other.end));
      return mutations.map((mutation) => prefix + mutation);
    })
    .join(" ");
}

function chainMutations(template: string, sequence: string): string[] {
  const { cut } = singleGap(template, sequence);
  const longer = Math.max(0, sequence.length - template.length);
  const shorter = Math.max(0, template.length - sequence.length);
  const inserted = sequence.slice(cut, cut + longer);
  const aligned = `${sequence.slice(0, cut)}${"-".repeat(shorter)}${sequence.slice(cut + longer)}`;
  const changes = [...template].flatMap((from, at) => {
    const to = aligned[at];
    return from === to ? [] : [`${from}${at + 1}${to === "-" ? "del" : to}`];
  });
  const before = `${template[cut - 1] ?? ""}${cut}`;
  const insertion = `${before}_${template[cut] ?? ""}${cut + 1}ins${inserted}`;
  return [...changes, ...(longer > 0 ? [insertion] : [])];
}
