import { expect } from "vitest";
import { expectRefused, expectSuccess } from "../expectations.ts";
import { freshName, newLoad, newProject, newRound, ONE_COLUMN, upload, waitForLoad } from "../given.ts";
import { type Rule, rule } from "../rule.ts";
import type { Section } from "../sections.ts";
import type { Site } from "../site.ts";
import { storeTaskRecord } from "../stored.ts";

/** Loads and a task in a project and a round, created while both were active. */
async function olderThings(site: Site) {
  const { id: project_id } = await newProject(site);
  const { id: round_id } = await newRound(site, { project_id });
  const context = { kind: "ROUND", round_id, project_id } as const;
  const pending = await newLoad(site, { context });
  const [table_reference = ""] = Object.keys(pending.tables);
  expectSuccess(await upload(site, pending.id, "n\n1\n", { table_reference }));
  const failed = await storeTaskRecord(site, { context, state: "FAILED", failure: "USER" });
  return { project_id, round_id, pending, table_reference, failed };
}

/** All requests that add or change data or tasks, by description. */
function changesOf({ pending, table_reference, failed }: Awaited<ReturnType<typeof olderThings>>) {
  const config = { columns: ONE_COLUMN, format: "CSV" };
  return {
    "an upload": (site: Site) => upload(site, pending.id, "n\n3\n", { table_reference }),
    "another table": (site: Site) =>
      site.post(`/data/load:addTable?id=${pending.id}&table_ref=${freshName("more_")}`, { config }),
    "its finalization": (site: Site) => site.post(`/data/load:finalize?id=${pending.id}`),
    "a recovery of a task": (site: Site) => site.post(`/task:recover?id=${failed.id}`),
    "an update of a task": (site: Site) => site.post(`/task:update?id=${failed.id}`, { description: "d" }),
  };
}

/** Rule about loads and tasks that were created before their project or round was archived. */
export function archivedRule(section: Section, sentence: string, what: "project" | "round"): Rule {
  const behavior = `an archived ${what} refuses every change of older loads and tasks, until it is unarchived`;
  return rule(section, sentence, behavior, async (site) => {
    const things = await olderThings(site);
    const id = what === "project" ? things.project_id : things.round_id;
    const read = async () => expectSuccess(await site.get(`/data/load:get?id=${things.pending.id}`));
    const before = await read();
    expectSuccess(await site.post(`/${what}:archive?id=${id}`));
    for (const [change, send] of Object.entries(changesOf(things))) {
      expect(expectRefused(await send(site), 409, `${what}_archived`).detail, change).toContain(id);
    }
    expect(await read()).toEqual(before);
    expectSuccess(await site.post(`/${what}:unarchive?id=${id}`));
    const { "a recovery of a task": _, ...others } = changesOf(things);
    for (const send of Object.values(others)) expectSuccess(await send(site));
    expect((await waitForLoad(site, before.id)).state).toBe("COMPLETED");
  });
}
