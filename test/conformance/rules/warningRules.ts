import { type Rule, testedRule } from "../rule.ts";

const TASKS = "Clients: Tasks";
const UNUSABLE =
  "If `usable_for` is null for an assay, reports with its predictions begin with a warning, and tables of designs and predictions have a column `warning`. Without such an assay, the column is absent.";
const PASSES =
  "A design's `passes` is true if it passes all filters and meets all constraints together with a probability of at least 1 %. If no design or only some reach 1 %, the report begins with this.";
const FILE = "test/functions/designWarnings.sampled.test.ts";

export const warningRules: readonly Rule[] = [
  testedRule(TASKS, UNUSABLE, "designs of a model that is not usable carry a warning", FILE),
  testedRule(TASKS, PASSES, "no design passes if a threshold is out of reach", FILE),
];
