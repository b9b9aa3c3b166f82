import { afterAll, beforeAll, expect, it } from "vitest";
import { newQuery } from "#shared/domain/queries/queryTransitions.ts";
import { newId, now } from "#shared/runtime/ids.ts";
import { getPagedQuery, pageSlug } from "#shared/store/pagedQuery.ts";
import { createQueryRecord } from "#shared/store/queries.ts";
import { type RemoteLake, remoteLake } from "#test/support/remoteLake.ts";

let lake: RemoteLake;
beforeAll(async () => {
  lake = await remoteLake();
});
afterAll(() => lake.close());

const request = { query: "SELECT 1", format: "NDJSON", arrow_compression: null } as const;
const rest = { project_id: null, version_id: null, workspace_name: "lab" };
const pages = { encoding: null, prefix: null, count: 0, rows: 0 };

it("pages are found by their signature, and pages of queries that predate signatures are unknown", async () => {
  const scope = await lake.workspace();
  const query = newQuery(newId(), { ...request, ...rest }, { by: "user_1", at: now() });
  const signed = { ...query, trino: { ...pages, slug_key: "key" } };
  await createQueryRecord(scope, signed);
  const slug = pageSlug(scope, signed, 0);
  expect((await getPagedQuery(scope, { id: query.id, slug, page: "0" })).query.id).toBe(query.id);
  const earlier = { ...query, id: newId(), trino: pages };
  await createQueryRecord(scope, earlier);
  await expect(getPagedQuery(scope, { id: earlier.id, slug, page: "0" })).rejects.toMatchObject({
    code: "query_not_found",
  });
});
