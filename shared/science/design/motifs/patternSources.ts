import { isPattern } from "@pdp/basics/proteins";

interface Requirement {
  operator: "none" | "any" | "all" | "keep";
  motifs: readonly string[];
}

/**
 * Returns the motifs of a requirement that need automata, as regular expression sources; a requirement that is satisfied by
 * any of several motifs becomes one expression. Empty if all motifs are sequences of letters.
 */
export function patternSources({ operator, motifs }: Requirement): string[] {
  const patterns = motifs.filter(isPattern);
  if (patterns.length === 0) return [];
  if (operator === "all") return patterns;
  return [(operator === "any" ? motifs : patterns).map((motif) => `(?:${motif})`).join("|")];
}
