import { expect, test } from "vitest";
import type { Workspace } from "#client/workspace.ts";
import { currentTable, withCurrentSource } from "#console/pages/tasks/measured/currentSource.ts";

const EARLIER = {
  source: { table: "variants", sequenceColumn: "sequence", mutations: null },
  ...{ reference: "MKT", assays: [], batch: null },
};

/** Workspace with these tables, in which the table with ID 7 was named `variants` at first. */
function workspaceWith(tables: readonly { id: string; reference: string }[]): Workspace {
  async function* listed<Item>(items: readonly Item[]) {
    yield* items;
  }
  return {
    tables: () => listed(tables),
    versions: () => listed([{ tables: [{ reference: "variants", table_id: "7" }] }]),
  } as unknown as Workspace;
}

test("an analysis offers training on its table under the table's current name", async () => {
  const renamed = workspaceWith([{ id: "7", reference: "screened" }]);
  expect(await currentTable(renamed, EARLIER)).toBe("screened");
  expect((await withCurrentSource(renamed, EARLIER)).source?.table).toBe("screened");
});

test("an analysis of an archived table offers no training, and keeps the name that its request states", async () => {
  const archived = workspaceWith([{ id: "8", reference: "other" }]);
  expect(await currentTable(archived, EARLIER)).toBeNull();
  expect(await withCurrentSource(archived, EARLIER)).toEqual(EARLIER);
});

test("an analysis of sequences that were not in a table offers no training", async () => {
  expect(await currentTable(workspaceWith([]), { source: null })).toBeNull();
});
