import { numberDomains } from "./numberDomains.ts";

/** Maximum number of sequences that are numbered to recognize a column, and the share of them that must be of one kind. */
const [EXAMINED, KIND_SHARE] = [30, 0.8];
/** Shorter sequences contain no variable domain. */
const MIN_LENGTH = 80;

/** Returns the chain that most of the sequences belong to; null if they are not antibodies, or of both kinds. */
export function chainKind(sequences: readonly string[]): "vh" | "vl" | null {
  const distinct = [...new Set(sequences)].filter(({ length }) => length >= MIN_LENGTH).slice(0, EXAMINED);
  const kinds = distinct.map((sequence) => {
    const types = new Set(numberDomains(sequence).map(({ type }) => (type === "H" ? "vh" : "vl")));
    return types.size === 1 ? [...types][0] : null;
  });
  const isMostly = (kind: "vh" | "vl"): boolean =>
    kinds.length > 0 && kinds.filter((chainKind) => chainKind === kind).length >= KIND_SHARE * kinds.length;
  if (isMostly("vh")) return "vh";
  return isMostly("vl") ? "vl" : null;
}
