import { SCALAR_TYPES, SCALARS, type ScalarType } from "@pdp/basics/columns";

const FIRST: readonly ScalarType[] = ["STRING", "INT64", "FLOAT64"];
const SEQUENCES = [
  { label: "sequence (amino acids)", type: "STRING", kind: "AMINO_ACIDS" },
  { label: "sequence (aligned)", type: "STRING", kind: "ALIGNED" },
  { label: "sequence (DNA)", type: "STRING", kind: "DNA" },
  { label: "sequence (RNA)", type: "STRING", kind: "RNA" },
] as const;

/** Types that an import offers, the most frequent ones first. Lists and objects come only from files. */
const TYPES: readonly ScalarType[] = [...new Set([...FIRST, ...SCALAR_TYPES])];

/** Column types that an import offers, with the kind of sequence, by label. */
export const COLUMN_TYPES: readonly {
  label: string;
  type: ScalarType;
  kind?: "AMINO_ACIDS" | "DNA" | "RNA" | "ALIGNED";
}[] = TYPES.flatMap((type) => [
  { label: SCALARS[type].label, type },
  ...SEQUENCES.filter((sequence) => sequence.type === type),
]);

/** Returns the label of a column type; undefined for a type that imports do not offer, such as a list. */
export function typeWord(type: string, kind?: string | null): string | undefined {
  const known = COLUMN_TYPES.filter((choice) => choice.type === type);
  return (known.find((choice) => choice.kind === kind) ?? known[0])?.label;
}
