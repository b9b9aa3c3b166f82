import { AMINO_ACIDS } from "../proteins/aminoAcids.ts";
import type { ItemType, SequenceKind, ValueType } from "./column.ts";

const BASES = "ACGRYSWKMBDHVN";

/** Rule for sequences of one kind. */
export interface SequenceRule {
  /** Characters allowed in a sequence. */
  alphabet: string;
  /** Clause that describes the alphabet. */
  allowed: string;
}

const RULES: Record<Exclude<SequenceKind, "NONE">, SequenceRule> = {
  AMINO_ACIDS: {
    alphabet: AMINO_ACIDS,
    allowed: `a sequence may contain only the capital letters ${AMINO_ACIDS}`,
  },
  ALIGNED: {
    alphabet: `${AMINO_ACIDS}${AMINO_ACIDS.toLowerCase()}.-`,
    allowed: `an aligned sequence may contain only the letters ${AMINO_ACIDS}, in lower case for insertions, and "-" and "." for gaps`,
  },
  DNA: {
    alphabet: `${BASES}T`,
    allowed: "a DNA sequence may contain only the capital letters ACGT, and RYSWKMBDHVN for ambiguous bases",
  },
  RNA: {
    alphabet: `${BASES}U`,
    allowed: "an RNA sequence may contain only the capital letters ACGU, and RYSWKMBDHVN for ambiguous bases",
  },
};

const SEQUENCE = /^(?:.*_)?sequence$/i;
const SEQUENCES = /^(?:.*_)?sequences?$/i;

/**
 * Returns the kind of the sequences in a column that contains one sequence, or a list of sequences, per row. By default,
 * STRING columns named `sequence` or `…_sequence`, ignoring case, contain amino acids, and so do lists of strings with such a
 * name or its plural. Undefined for a column without sequences.
 */
export function sequenceKindOf(column: ValueType): SequenceKind | undefined {
  if (column.name === undefined || !holdsTexts(column)) return undefined;
  if (column.metadata?.kind) return column.metadata.kind;
  const pattern = column.type === "ARRAY" ? SEQUENCES : SEQUENCE;
  return pattern.test(column.name) ? "AMINO_ACIDS" : undefined;
}

/** Returns whether a column contains strings or lists of strings. */
export function holdsTexts(type: ItemType): boolean {
  return type.type === "ARRAY"
    ? type.item_type !== undefined && holdsTexts(type.item_type)
    : type.type === "STRING";
}

const namedItems = new WeakMap<ValueType, ValueType>();

/** Returns the type of the items of an ARRAY. Items that are sequences inherit the name and the kind of their column. */
export function namedItemOf(type: ValueType): ValueType {
  const known = namedItems.get(type);
  if (known) return known;
  const { item_type: item, name } = type;
  if (!item) throw new Error("An ARRAY column has no item type");
  const kind = sequenceKindOf(type);
  if (kind === undefined || name === undefined) return item;
  const named = { ...item, name, metadata: { description: null, deprecated: false, kind } };
  namedItems.set(type, named);
  return named;
}

/**
 * Returns the rule for the strings of a column; undefined if any string is valid, and for lists, where the rule applies to the
 * items.
 */
export function sequenceRuleOf(column: ValueType): SequenceRule | undefined {
  if (column.type !== "STRING") return undefined;
  const kind = sequenceKindOf(column);
  return kind === undefined || kind === "NONE" ? undefined : RULES[kind];
}
