import type { OperationName } from "#functions/operations.ts";
import type { Section } from "./sections.ts";
import type { Site } from "./site.ts";

/** One row of the conformance table: a sentence, and the check that it holds. */
export interface Rule {
  section: Section;
  /** Quoted literally. */
  sentence: string;
  /** Rule that the check shows, as a sentence; no other row has the same one. */
  behaviour: string;
  /** The operation that this row covers: the check must call it. */
  operation: OperationName | null;
  /** True if the nightly run alone checks it, because it takes long and rows like it are checked in every run. */
  byNight: boolean;
  check: Check;
}

export type Check = (site: Site) => Promise<void>;

/** A row for a rule. */
export function rule(section: Section, sentence: string, behaviour: string, check: Check): Rule {
  return { section, sentence, behaviour, operation: null, byNight: false, check };
}

/** A row that the nightly run alone checks. */
export function nightlyRule(section: Section, sentence: string, behaviour: string, check: Check): Rule {
  return { ...rule(section, sentence, behaviour, check), byNight: true };
}

/** The row of an operation. */
export function operationRule(
  operation: OperationName,
  section: Section,
  sentence: string,
  behaviour: string,
  check: Check,
): Rule {
  return { section, sentence, behaviour, operation, byNight: false, check };
}
