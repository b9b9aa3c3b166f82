import { expect } from "vitest";
import { addVariants, analysis } from "../../support/taskLab.ts";
import { expectInvalid, expectRefused, expectSuccess } from "../expectations.ts";
import { freshName, ingestBatch, newLoad, newProject, newTable, ONE_COLUMN } from "../given.ts";
import { nightlyRule, type Rule, rule } from "../rule.ts";
import type { Site } from "../site.ts";

const PLACE =
  "An SQL error with a location has `position`, with one-based `line` and `column`. An error that occurs while the query runs, such as division by zero, an overflow or a failed cast, has a position only if a single expression in the query can cause it.";
const STAFF = "`GET /users/me` returns `is_staff: true` for platform staff, and omits the field for others.";
const LISTED =
  "`table:list` accepts two filters. `project_id` selects the tables named by the project's loads; `q` matches part of the reference, ignoring case.";
const WAIT =
  "`task:get` accepts `wait_seconds` from 0 to 20. It responds when the task has ended, or when that time has passed.";

/** Number of responses; if the service does not wait, they arrive before any task can finish. */
const MAX_ANSWERS = 15;

async function referencesIn(site: Site, query: string): Promise<string[]> {
  const { items } = expectSuccess(await site.get(`/data/table:list?limit=1000&order=DESC&${query}`));
  return items.map(({ reference }: { reference: string }) => reference).sort();
}

export const interfaceRules: readonly Rule[] = [
  rule(
    "Clients: Responses",
    PLACE,
    "missing names and tables have a position, as does a failure with a single cause",
    async (site) => {
      const placed = async (query: string): Promise<unknown> => {
        const answer = await site.post("/data:query", { query });
        expectRefused(answer, 400);
        return answer.body.position;
      };
      const { reference } = await newTable(site);
      expect(await placed(`SELECT 1,\n  nope FROM ${reference}`)).toEqual({ line: 2, column: 3 });
      expect(await placed("SELECT *\nFROM nothing_of_it")).toEqual({ line: 2, column: 6 });
      expect(await placed("SELECT 4 / 2,\n  1 / 0")).toEqual({ line: 2, column: 5 });
      const cast = "SELECT CAST(b AS BIGINT) FROM (VALUES 'x') AS v (b)";
      expect(await placed(cast)).toEqual({ line: 1, column: 8 });
      expect(await placed("SELECT 1 / 0, mod(1, 0)")).toBeUndefined();
    },
  ),
  rule("Clients: Users and overview", STAFF, "staff see it, but members do not", async (site) => {
    const me = async (token?: string) =>
      expectSuccess(await site.platform("GET", "/users/me", token === undefined ? {} : { token }));
    expect(await me(site.staff)).toHaveProperty("is_staff", true);
    expect(await me()).not.toHaveProperty("is_staff");
  }),
  nightlyRule(
    "Clients: Loads and tables",
    LISTED,
    "tables are filtered by project and by name",
    async (site) => {
      const { id } = await newProject(site);
      const context = { kind: "PROJECT", project_id: id };
      const part = freshName("plates_");
      const names = [`${part}_one`, `${part}_two`];
      for (const name of names) {
        const load = await newLoad(site, {
          context,
          tables: { [name]: { columns: ONE_COLUMN, format: "CSV" } },
        });
        await ingestBatch(site, load, "n\n1\n");
      }
      const { reference: other } = await newTable(site);
      expect(await referencesIn(site, `project_id=${id}`)).toEqual(names);
      expect(await referencesIn(site, `q=${part.toUpperCase()}`)).toEqual(names);
      expect(await referencesIn(site, `q=${other}`)).toEqual([other]);
      expect(await referencesIn(site, `project_id=${id}&q=two&include_archived=true`)).toEqual([names[1]]);
      expectRefused(await site.get("/data/table:list?project_id=1"), 404, "project_not_found");
    },
  ),
  nightlyRule("Clients: Tasks", WAIT, "few responses suffice to wait for a task's end", async (site) => {
    await addVariants(site.lab, 120);
    const { id } = expectSuccess(await site.post("/task/analyze.data/v2:create", analysis(site.lab)));
    const states: string[] = [];
    while (states.at(-1) !== "COMPLETED" && states.length < MAX_ANSWERS) {
      states.push(expectSuccess(await site.get(`/task:get?id=${id}&wait_seconds=20`)).state);
    }
    expect(states.at(-1)).toBe("COMPLETED");
    for (const wrong of ["21", "-1", "1.5", "x"]) {
      expectInvalid(await site.get(`/task:get?id=${id}&wait_seconds=${wrong}`), "query", "wait_seconds");
    }
  }),
];
