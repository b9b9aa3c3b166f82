import { expect } from "vitest";
import { newLab } from "../../support/lab.ts";
import { expectInvalid, expectRefused, expectSuccess } from "../expectations.ts";
import { operationRule, type Rule, testedRule } from "../rule.ts";
import type { Site } from "../site.ts";

const FROZEN = "Clients: Frozen workspaces";
const REFUSES =
  "Platform staff freeze a workspace with `workspace:freeze` and unfreeze it with `workspace:unfreeze`. `READ_ONLY` refuses requests that change something, and `CLOSED` refuses all requests, with a 423 and the code `workspace_frozen`. The message states since when and why.";
const WORK =
  "Loads, tasks, compactions and erasures in progress stop before their next step when their workspace is frozen, and resume within minutes after it is unfrozen.";

/** Creates a workspace that no other row uses, and returns its id with a function that calls its operations as staff. */
async function newWorkspace(site: Site) {
  const { name } = await newLab(site.addresses);
  const { id } = expectSuccess(
    await site.platform("GET", `/v2/workspace:getRecord?name=${name}`, { token: site.staff }),
  );
  const manage = (verb: string, body?: object) =>
    site.platform("POST", `/v2/workspace:${verb}?id=${id}`, { token: site.staff, body });
  return { name, manage };
}

export const freezeRules: readonly Rule[] = [
  operationRule(
    "freezeWorkspace",
    FROZEN,
    REFUSES,
    "a closed workspace refuses reads, and its reason is required",
    async (site) => {
      const { name, manage } = await newWorkspace(site);
      expectInvalid(await manage("freeze", { mode: "CLOSED" }), "body", "reason");
      const frozen = expectSuccess(
        await manage("freeze", { mode: "CLOSED", reason: "A restore is running" }),
      );
      expect(frozen.freeze).toMatchObject({ mode: "CLOSED", reason: "A restore is running" });
      const list = `/v2/workspace/${name}/project:list`;
      expectRefused(await site.region("GET", list, { token: site.staff }), 423, "workspace_frozen");
    },
  ),
  operationRule(
    "unfreezeWorkspace",
    FROZEN,
    REFUSES,
    "a workspace that is not frozen cannot be unfrozen",
    async (site) => {
      const { manage } = await newWorkspace(site);
      expectRefused(await manage("unfreeze"), 409, "workspace_not_frozen");
      expectSuccess(await manage("freeze", { mode: "READ_ONLY", reason: "Maintenance" }));
      expect(expectSuccess(await manage("unfreeze")).freeze).toBeUndefined();
    },
  ),
  testedRule(
    FROZEN,
    WORK,
    "stops tasks before their next step, and a sweep resumes them",
    "test/functions/freeze.test.ts",
  ),
];
