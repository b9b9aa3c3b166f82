import { plannedRule, type Rule } from "../rule.ts";

const PREDICTORS = "Decisions of 2026-11-28: Custom predictors";
const SEARCH = "Decisions of 2026-11-28: Search";

/** Groups of operations of existing clients that are not built yet. */
export const plannedRules: Rule[] = [
  plannedRule(
    PREDICTORS,
    "Paths `…/customPredictor:create`, `:update?name`, `:get?name` (newest version), `:getVersion?version_id`, `:list` (the active and the provisioning version of each), `:delete?name`.",
    "a custom predictor is created, listed, updated to a new version and deleted",
    "custom predictors",
  ),
  plannedRule(
    PREDICTORS,
    "Use: `scorer: {name, version_id, parameters}` wherever `{artifact_id}` of a scorer is accepted in filters and rankers",
    "a custom predictor filters and ranks designs",
    "custom predictors",
  ),
  plannedRule(
    SEARCH,
    "`TABLE_SEARCH` has `database: <table source>`",
    "a search in a table returns homologs of the seeds",
    "search",
  ),
  plannedRule(
    SEARCH,
    "`UNIREF_SEARCH` and `OAS_SEARCH` read databases that an operator has bound (`SEARCH_DATABASES`), otherwise 422 that says so.",
    "a search in a database that is not bound is a 422 that says so",
    "search",
  ),
];
