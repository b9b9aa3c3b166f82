import { expect } from "vitest";
import { newLab } from "../../support/lab.ts";
import { expectRefused, expectSuccess } from "../expectations.ts";
import { operationRule, type Rule, rule, testedRule } from "../rule.ts";
import { openSite, type Site } from "../site.ts";
import { storeTaskRecord } from "../stored.ts";

const FILE = "test/functions/overview.sampled.test.ts";
const COUNTED = "tasks are counted by state except cancelled ones, with the oldest pending one";

const OVERVIEW = "Specification: Workspace overview";
const TASKS =
  "TaskOverview (all required): `failed_user`, `failed_internal`, `succeeded`, `pending` (integers), `workspaces` (array of per-workspace overview).";
const EACH =
  "Per-workspace overview (all required): `name` string; `failed_user`, `failed_internal`, `succeeded`, `pending` integers; `oldest_pending` object `{id: string int64, created_at: date-time}` or null.";
const STAFF =
  "only they create, delete, restore and change workspaces, list all records and see the overview.";
const COUNTS = ["failed_user", "failed_internal", "succeeded", "pending"] as const;

async function overview(site: Site) {
  return expectSuccess(await site.platform("GET", "/ui/workspace:getOverview", { token: site.staff })).tasks;
}

async function overviewEntry(site: Site, name: string) {
  return (await overview(site)).workspaces.find((one: { name: string }) => one.name === name);
}

export const overviewRules: readonly Rule[] = [
  operationRule(
    "getOverview",
    "Specification: Platform and identity endpoints",
    "GET `/ui/workspace:getOverview` (internal) | none | none | WorkspaceOverview",
    "staff see the counts of every workspace in both regions",
    async (site) => {
      const american = await newLab(site.addresses, "US");
      const names = (await overview(site)).workspaces.map(({ name }: { name: string }) => name);
      expect(names).toEqual(expect.arrayContaining([site.lab.name, american.name]));
      expect(new Set(names).size).toBe(names.length);
    },
  ),
  rule(OVERVIEW, TASKS, "the overview has exactly the documented fields", async (site) => {
    const tasks = await overview(site);
    expect(Object.keys(tasks).toSorted()).toEqual([...COUNTS, "workspaces"].toSorted());
    for (const workspace of tasks.workspaces) {
      expect(Object.keys(workspace).toSorted()).toEqual([...COUNTS, "name", "oldest_pending"].toSorted());
    }
  }),
  testedRule(OVERVIEW, TASKS, "the totals sum all workspaces", FILE, COUNTED),
  testedRule(OVERVIEW, EACH, "a workspace without tasks has zero counts", FILE, COUNTED),
  testedRule(OVERVIEW, EACH, COUNTED, FILE),
  rule(OVERVIEW, EACH, "an archived task stays counted", async () => {
    const site = await openSite(await newLab());
    const { id } = await storeTaskRecord(site, { state: "COMPLETED" });
    expectSuccess(await site.post(`/task:archive?id=${id}`));
    expect((await overviewEntry(site, site.lab.name)).succeeded).toBe(1);
  }),
  rule(
    "Decisions: Identity provider",
    STAFF,
    "only staff can use the overview, its recount and the object sweep: 403, or 401 without a token",
    async (site) => {
      for (const [method, path] of [
        ["GET", "/ui/workspace:getOverview"],
        ["POST", "/ui/workspace:recountTasks"],
        ["POST", "/ui/workspace:sweepObjects"],
      ] as const) {
        expectRefused(await site.platform(method, path), 403, "staff_only");
        expectRefused(await site.platform(method, path, { token: null }), 401, "token_missing");
      }
    },
  ),
  operationRule(
    "recountTasks",
    OVERVIEW,
    TASKS,
    "a recount of all tasks matches the overview",
    async (site) => {
      await storeTaskRecord(site, { state: "COMPLETED" });
      const path = "/ui/workspace:recountTasks";
      const { workspaces, drifted } = expectSuccess(await site.platform("POST", path, { token: site.staff }));
      expect(workspaces).toBeGreaterThan(0);
      expect(drifted.map(({ name }: { name: string }) => name)).not.toContain(site.lab.name);
    },
  ),
  operationRule(
    "sweepObjects",
    "Decisions: Identity provider",
    STAFF,
    "a dry run of the object sweep reports the number of unreachable objects",
    async (site) => {
      const ask = async (query: string) =>
        expectSuccess(
          await site.platform("POST", `/ui/workspace:sweepObjects?dry_run=true${query}`, {
            token: site.staff,
          }),
        );
      let found = await ask("");
      const own = () => found.sweeps.find(({ name }: { name: string }) => name === site.lab.name);
      while (own().state === "RUNNING") found = await ask(`&run=${found.run}`);
      expect(own()).toMatchObject({ state: "SUCCEEDED", orphans: 0, bytes: 0, examples: [] });
    },
  ),
];
