import type { OperationName } from "#functions/operations.ts";
import type { Section } from "./sections.ts";
import type { Site } from "./site.ts";

/** Row in the conformance table: a sentence and the check or test that proves it. */
export interface Rule {
  section: Section;
  /** Quoted verbatim. */
  sentence: string;
  /** Rule that the check demonstrates, as a sentence; unique among rows. */
  behavior: string;
  /** Operation that this row covers: the check must call it. */
  operation: OperationName | null;
  /** True if only the nightly run checks it, because it takes a long time and similar rows are checked in every run. */
  byNight: boolean;
  /** Demonstrates the rule, names the ordinary tests that do, or names the topic that must be built first. */
  check: Check | OrdinaryTests | Topic;
}

/** Tests that show a row, in a file that every run includes. One test may show several rows. */
export interface OrdinaryTests {
  file: string;
  /** Titles of the tests, as in reports. */
  titles: readonly string[];
}

/** Part of the contract that is not built yet. */
export interface Topic {
  topic: string;
}

export type Check = (site: Site) => Promise<void>;

/** Row for a rule. */
export function rule(section: Section, sentence: string, behavior: string, check: Check): Rule {
  return { section, sentence, behavior, operation: null, byNight: false, check };
}

/** Row that ordinary tests in `file` demonstrate, by default the test with the name `behavior`. */
export function testedRule(
  section: Section,
  sentence: string,
  behavior: string,
  file: string,
  ...titles: readonly string[]
): Rule {
  const check = { file, titles: titles.length === 0 ? [behavior] : titles };
  return { section, sentence, behavior, operation: null, byNight: false, check };
}

/** Row for an operation that ordinary tests demonstrate. */
export function testedOperation(operation: OperationName, ...row: Parameters<typeof testedRule>): Rule {
  return { ...testedRule(...row), operation };
}

/** Row of a topic that is not built yet: its test is skipped, with the topic as the reason. */
export function plannedRule(section: Section, sentence: string, behavior: string, topic: string): Rule {
  return { section, sentence, behavior, operation: null, byNight: false, check: { topic } };
}

/** Row that only the nightly run checks. */
export function nightlyRule(section: Section, sentence: string, behavior: string, check: Check): Rule {
  return { ...rule(section, sentence, behavior, check), byNight: true };
}

/** Row for an operation. */
export function operationRule(
  operation: OperationName,
  section: Section,
  sentence: string,
  behavior: string,
  check: Check,
): Rule {
  return { section, sentence, behavior, operation, byNight: false, check };
}

/** Tells whether a row describes a topic that is not built yet. */
export function isPlanned({ check }: Rule): boolean {
  return "topic" in check;
}

/** Returns the ordinary tests that show a row, if any do. */
export function ordinaryTests({ check }: Rule): OrdinaryTests | null {
  return "file" in check ? check : null;
}
