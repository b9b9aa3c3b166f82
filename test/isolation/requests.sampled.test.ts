import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sampled } from "#test/support/byNight.ts";
import { request } from "#test/support/http.ts";
import { type Site, startSite } from "./site.ts";

const nested = (depth: number, open: string, middle: string, close: string): string =>
  open.repeat(depth) + middle + close.repeat(depth);
const listOf = (count: number, item: string): string => `[${Array(count).fill(item).join(",")}]`;
const column = '{"name":"a","type":"INT64"}';

/** Bodies of at most 1 MB with long or deeply nested lists, strings or objects. */
const BODIES: { name: string; path: string; body: string }[] = [
  {
    name: "260,000 columns that are empty objects",
    path: "/data/table:create",
    body: `{"reference":"t","columns":${listOf(260_000, "{}")}}`,
  },
  {
    name: "35,000 columns of one name",
    path: "/data/table:create",
    body: `{"reference":"t","columns":${listOf(35_000, column)}}`,
  },
  {
    name: "a column type nested 30,000 deep",
    path: "/data/table:create",
    body: `{"reference":"t","columns":[${nested(15_000, '{"name":"a","type":"ARRAY","item_type":', "null", "}")}]}`,
  },
  {
    name: "a struct nested 10,000 deep",
    path: "/data/table:create",
    body: `{"reference":"t","columns":${nested(10_000, '[{"name":"a","type":"STRUCT","columns":', "[]", "}]")}}`,
  },
  { name: "500,000 brackets", path: "/project:create", body: nested(500_000, "[", "", "]") },
  { name: "a name of 1 MB", path: "/project:create", body: `{"name":"${"a".repeat(1_000_000)}"}` },
  { name: "a key of 1 MB", path: "/project:create", body: `{"${"a".repeat(1_000_000)}":1}` },
  {
    name: "100,000 keys",
    path: "/project:create",
    body: `{${Array.from({ length: 70_000 }, (_, i) => `"k${i}":1`).join(",")}}`,
  },
  {
    name: "one key 100,000 times",
    path: "/project:create",
    body: `{${Array(100_000).fill('"name":1').join(",")}}`,
  },
  {
    name: "a number of a million digits",
    path: "/project:create",
    body: `{"name":${"9".repeat(1_000_000)}}`,
  },
  {
    name: "half a million escapes",
    path: "/project:create",
    body: `{"name":"${"\\u0041".repeat(170_000)}"}`,
  },
  {
    name: "20,000 tables in a load",
    path: "/data/load:create",
    body: `{"context":{"kind":"PROJECT","project_id":"1"},"tables":{${Array.from({ length: 20_000 }, (_, i) => `"t${i}":{"format":"CSV","columns":[]}`).join(",")}}}`,
  },
  {
    name: "a table of 200,000 columns in a load",
    path: "/data/load:create",
    body: `{"context":{"kind":"PROJECT","project_id":"1"},"tables":{"t":{"format":"CSV","columns":${listOf(200_000, "{}")}}}}`,
  },
  {
    name: "100,000 assays of a task",
    path: "/task/train/v2:create",
    body: `{"context":{"kind":"PROJECT","project_id":"1"},"parameters":{"assays":${listOf(100_000, '{"a":1}')}}}`,
  },
  {
    name: "200,000 homologs in a task",
    path: "/task/train/v2:create",
    body: `{"context":{"kind":"PROJECT","project_id":"1"},"parameters":{"homologs":${listOf(200_000, '"A"')}}}`,
  },
  {
    name: "100,000 ranges in a task",
    path: "/task/diversify/v2:create",
    body: `{"context":{"kind":"PROJECT","project_id":"1"},"parameters":{"generator":{"requirements":[{"apply_to":{"ranges":{"a":${listOf(100_000, "[0,1]")}}}}]}}}`,
  },
  {
    name: "100,000 filterers of a task",
    path: "/task/engineer/v2:create",
    body: `{"context":{"kind":"PROJECT","project_id":"1"},"parameters":{"filterers":${listOf(100_000, "{}")}}}`,
  },
  {
    name: "a field named __proto__",
    path: "/project:create",
    body: `{"name":"a","__proto__":{"x":${nested(10_000, "[", "", "]")}}}`,
  },
];

/** Bodies of each kind for daytime runs: lists, nesting, long texts and keys. */
const DAILY = BODIES.filter((_, index) => index % 4 === 0);

let site: Site;

beforeAll(async () => {
  site = await startSite();
});

afterAll(() => site.close());

describe("a hostile body", () => {
  it.each(sampled(BODIES, DAILY))(
    "the hostile body ($name) is rejected and affects no one else",
    async ({ path, body }) => {
      const { regionUrl, name, token } = site.attackers[0];
      const url = `${regionUrl}/v2/workspace/${name}${path}`;
      const answers = await site.withstand(() =>
        Promise.all([1, 2, 3].map(() => request("POST", url, { token, body }))),
      );
      for (const { status, body: said } of answers) {
        expect([200, 400, 404, 413, 422], JSON.stringify(said).slice(0, 300)).toContain(status);
        expect(JSON.stringify(said).length).toBeLessThan(100_000);
      }
    },
  );
});
