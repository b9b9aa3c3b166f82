import { expectInvalid, expectRefused } from "../expectations.ts";
import { UNKNOWN } from "../given.ts";
import { operationRule, type Rule, testedRule } from "../rule.ts";

const OPERATIONS = "Decisions of 2026-11-28: Other operations";
const MOVE =
  "`POST data/load:move?id`, `POST task:move?id` | from then on; earlier versions show the earlier round; undo, erasure and summaries follow; 409 while a task reads it";
const TOLD =
  "`load:move` moves a load to another round of its project, or out of all rounds; `task:move` moves a finished task with its artifacts and result rows. A move creates a version of kind `MOVE_LOAD` or `MOVE_TASK`: tasks that read earlier versions see the earlier round.";
const FILE = "test/functions/roundMoves.test.ts";

export const moveRules: readonly Rule[] = [
  operationRule("moveLoad", OPERATIONS, MOVE, "a load that is unknown cannot be moved", async (site) => {
    const body = { round_id: null };
    expectRefused(await site.post(`/data/load:move?id=${UNKNOWN}`, body), 404, "load_not_found");
    expectInvalid(await site.post(`/data/load:move?id=${UNKNOWN}`, {}), "body", "round_id");
  }),
  operationRule("moveTask", OPERATIONS, MOVE, "a task that is unknown cannot be moved", async (site) => {
    const body = { round_id: null };
    expectRefused(await site.post(`/task:move?id=${UNKNOWN}`, body), 404, "task_not_found");
  }),
  ...[
    "belongs to the new round from then on, and earlier versions show the earlier round",
    "can still be undone and redone, and moves while it is undone",
    "is refused for rounds of other projects, unknown and archived ones, and nothing changes",
    "is refused while the task, or one that reads the load, has not finished",
  ].map((behavior) => testedRule(OPERATIONS, MOVE, behavior, FILE)),
  testedRule(
    "Clients: Versions and row origins",
    TOLD,
    "takes its artifacts, its result rows and its idempotency key along",
    FILE,
  ),
];
