import { expect } from "vitest";
import { expectInvalid, expectRefused, expectSuccess } from "../expectations.ts";
import { freshName, newRound, UNKNOWN } from "../given.ts";
import { operationRule, type Rule, rule } from "../rule.ts";
import type { Site } from "../site.ts";
import { storeTaskRecord } from "../stored.ts";
import { newTask } from "../taskBodies.ts";

const DECIDED = "Decisions of 2026-11-22";
const BY_KEY =
  "`task:getByIdempotencyKey?idempotency_key&project_id|round_id` | the task, or 404; keys up to 256 characters";

function path(key: string, filter = ""): string {
  return `/task:getByIdempotencyKey?idempotency_key=${encodeURIComponent(key)}${filter}`;
}

async function taskIn(site: Site, context: object, idempotency_key: string): Promise<string> {
  const { id } = await newTask(site, { context, idempotency_key });
  return id;
}

export const taskKeyRules: readonly Rule[] = [
  operationRule(
    "getTaskByIdempotencyKey",
    DECIDED,
    BY_KEY,
    "a key finds only the task of its context, and is a 404 elsewhere",
    async (site) => {
      const key = freshName("key ");
      const round = await newRound(site);
      const { projectId } = site.lab;
      const inWorkspace = await taskIn(site, { kind: "WORKSPACE" }, key);
      const inProject = await taskIn(site, { kind: "PROJECT", project_id: projectId }, key);
      expectRefused(await site.get(path(key, `&round_id=${round.id}`)), 404, "task_not_found");
      const inRound = await taskIn(site, { kind: "ROUND", round_id: round.id }, key);
      expect(expectSuccess(await site.get(path(key))).id).toBe(inWorkspace);
      expect(expectSuccess(await site.get(path(key, `&project_id=${projectId}`))).id).toBe(inProject);
      const found = expectSuccess(await site.get(path(key, `&round_id=${round.id}`)));
      expect(found).toEqual(expectSuccess(await site.get(`/task:get?id=${inRound}`)));
    },
  ),
  rule(DECIDED, BY_KEY, "an unknown key is a 404, as are an unknown project and round", async (site) => {
    expectRefused(await site.get(path(freshName("no key "))), 404, "task_not_found");
    expectRefused(await site.get(path("any", `&project_id=${UNKNOWN}`)), 404, "project_not_found");
    expectRefused(await site.get(path("any", `&round_id=${UNKNOWN}`)), 404, "round_not_found");
  }),
  rule(DECIDED, BY_KEY, "the key is required, with at most one of project and round", async (site) => {
    expectInvalid(await site.get("/task:getByIdempotencyKey"), "query", "idempotency_key");
    expectInvalid(await site.get(path("x".repeat(257))), "query", "idempotency_key");
    expectInvalid(await site.get(path("any", "&project_id=5&round_id=5")), "query", "round_id");
  }),
  rule(DECIDED, BY_KEY, "a key of 256 characters of any alphabet is stored and found", async (site) => {
    for (const idempotency_key of ["🧬".repeat(256), "a b&=?/%+#"]) {
      const { id } = await storeTaskRecord(site, { idempotency_key });
      expect(
        expectSuccess(await site.get(path(idempotency_key, `&project_id=${site.lab.projectId}`))).id,
      ).toBe(id);
    }
  }),
];
