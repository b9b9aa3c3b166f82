import { invalidField } from "#shared/domain/errors.ts";
import { DataProblem } from "#shared/domain/loads/dataProblem.ts";
import { compilePattern } from "#shared/science/design/motifs/motifPatterns.ts";
import type { ParameterUses } from "../parameterUses.ts";

/** Maximum number of regular expressions of one task, each of which is compiled while its creation is waited for. */
const MAX_PATTERNS = 10;

/** Throws 422 for motifs that are no regular expressions, or too large ones. */
export function requirePatterns({ patterns }: ParameterUses): void {
  const surplus = patterns[MAX_PATTERNS];
  if (surplus) {
    throw invalidField(surplus.loc, `At most ${MAX_PATTERNS} requirements may have regular expressions`);
  }
  for (const { loc, source } of patterns) {
    try {
      compilePattern(source);
    } catch (error) {
      if (!(error instanceof DataProblem)) throw error;
      throw invalidField(loc, error.message, source.slice(0, 200));
    }
  }
}
