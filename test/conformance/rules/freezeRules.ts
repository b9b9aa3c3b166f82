import { type Rule, testedOperation, testedRule } from "../rule.ts";

const FILE = "test/functions/freeze.test.ts";

const FROZEN = "Clients: Frozen workspaces";
const REFUSES =
  "Platform staff freeze a workspace with `workspace:freeze` and unfreeze it with `workspace:unfreeze`. `READ_ONLY` refuses requests that change something, and `CLOSED` refuses all requests, with a 423 and the code `workspace_frozen`. The message states since when and why.";
const WORK =
  "Loads, tasks, compactions and erasures in progress stop before their next step when their workspace is frozen, and resume within minutes after it is unfrozen.";

export const freezeRules: readonly Rule[] = [
  testedOperation(
    "freezeWorkspace",
    FROZEN,
    REFUSES,
    "a closed workspace refuses reads, and its reason is required",
    FILE,
  ),
  testedOperation(
    "unfreezeWorkspace",
    FROZEN,
    REFUSES,
    "a workspace that is not frozen cannot be unfrozen",
    FILE,
    "a closed workspace refuses reads, and its reason is required",
  ),
  testedRule(FROZEN, WORK, "stops tasks before their next step, and a sweep resumes them", FILE),
];
