import { AMINO_ACIDS } from "#shared/domain/aminoAcids.ts";
import type { SequenceKind, ValueType } from "#shared/domain/column.ts";

const BASES = "ACGRYSWKMBDHVN";

/** Rule for the sequences of one kind. */
export interface SequenceRule {
  /** Characters that a sequence may have. */
  alphabet: string;
  /** Sentence part that names the alphabet. */
  allowed: string;
}

const RULES: Record<Exclude<SequenceKind, "NONE">, SequenceRule> = {
  AMINO_ACIDS: {
    alphabet: AMINO_ACIDS,
    allowed: `a sequence holds only the capital letters ${AMINO_ACIDS}`,
  },
  ALIGNED: {
    alphabet: `${AMINO_ACIDS}${AMINO_ACIDS.toLowerCase()}.-`,
    allowed: `an aligned sequence holds only the letters ${AMINO_ACIDS}, in lower case where they are insertions, and "-" and "." as gaps`,
  },
  DNA: {
    alphabet: `${BASES}T`,
    allowed: "a sequence of DNA holds only the capital letters ACGT, and RYSWKMBDHVN for several bases",
  },
  RNA: {
    alphabet: `${BASES}U`,
    allowed: "a sequence of RNA holds only the capital letters ACGU, and RYSWKMBDHVN for several bases",
  },
};

/**
 * Returns what the sequences of a column are. Unless it is stated, STRING columns named `sequence` or `…_sequence`,
 * ignoring case, hold amino acids. Undefined for a column that holds no sequences.
 */
export function sequenceKindOf(column: ValueType): SequenceKind | undefined {
  if (column.type !== "STRING" || column.name === undefined) return undefined;
  if (column.metadata?.kind) return column.metadata.kind;
  const name = column.name.toLowerCase();
  return name === "sequence" || name.endsWith("_sequence") ? "AMINO_ACIDS" : undefined;
}

/** Returns the rule for the values of a column; undefined if they may be any text. */
export function sequenceRuleOf(column: ValueType): SequenceRule | undefined {
  const kind = sequenceKindOf(column);
  return kind === undefined || kind === "NONE" ? undefined : RULES[kind];
}
