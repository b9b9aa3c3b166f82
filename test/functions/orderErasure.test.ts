import { beforeAll, expect, it } from "vitest";
import { compactTable } from "#shared/history/compactTable.ts";
import { removeOrphans } from "#shared/history/sweep/removeOrphans.ts";
import type { Snapshot } from "#shared/history/taskSnapshots.ts";
import { orderLayoutKey, ordersPrefix } from "#shared/objects/keys.ts";
import { getJson, isStored, listObjects, putJson } from "#shared/objects/objects.ts";
import { newId } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { findTable } from "#shared/store/tables.ts";
import { type ErasureView, erase, eraser, refused } from "#test/support/erasing.ts";
import { type Lab, newLab, startCsvLoad } from "#test/support/lab.ts";
import { labScope } from "#test/support/taskLab.ts";
import type { ApiClient } from "../../examples/apiClient.ts";

interface OrderView {
  id: string;
  name: string;
  erased_at: string | null;
  wells: { sequence: string }[];
}
type Plan = ErasureView & { plan: { orders: string[]; order_count: number } };

let lab: Lab;
let scope: WorkspaceScope;
let api: ApiClient;

const COLUMNS = [{ name: "sequence", type: "STRING" }];

beforeAll(async () => {
  lab = await newLab();
  scope = await labScope(lab);
  api = await eraser(lab);
  for (const table of ["first", "second"]) {
    const rows = [
      `MK${table === "first" ? "WWWW" : "YYYY"}A`,
      `MK${table === "first" ? "WWWW" : "YYYY"}C`,
      "MKLLLLE",
    ];
    await lab.api.settled(await startCsvLoad(lab, table, COLUMNS, `sequence\n${rows.join("\n")}\n`));
  }
});

const order = (designs: object, name = "order"): Promise<OrderView> =>
  lab.api.post("/project/order:create", { project_id: lab.projectId, name, designs });
const shown = (id: string): Promise<OrderView> => lab.api.get(`/project/order:get?id=${id}`);
const query = (text: string): object => ({ kind: "QUERY", query: text });

async function keysOf(id: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of listObjects(scope, `${ordersPrefix(scope.id)}${id}/`, null)) keys.push(key);
  return keys;
}

it("an erasure deletes the layouts of orders that read erased rows or contain their values, and keeps others", async () => {
  const whole = await order({ kind: "TABLE", table: "first" });
  const literal = await order({ kind: "LITERAL", rows: [{ sequence: "MKWWWWA" }] }, "order of MKWWWWA");
  const rows = [{ sequence: "MKLLLLE", parent: "MKWWWWA" }];
  const child = await order({ kind: "LITERAL", rows }, "order of a child");
  const other = await order(query("SELECT sequence FROM second"));
  expect(await keysOf(whole.id)).toHaveLength(2);
  const target = { reference: "first", where: "sequence = 'MKWWWWA'" };
  const prepared = await api.post<Plan>("/data:prepareErasure", target);
  expect(prepared.plan.orders.toSorted()).toEqual([whole.id, literal.id, child.id].toSorted());
  expect(prepared.plan.order_count).toBe(3);
  expect((await erase(api, target)).state).toBe("COMPLETED");
  for (const { id } of [whole, literal, child]) {
    const after = await shown(id);
    expect(after).toMatchObject({ wells: [], erased_at: expect.any(String) });
    expect(after.name).not.toContain("MKWWWWA");
    expect(await keysOf(id)).toEqual([]);
    const answer = await refused(lab.api.post(`/project/order:dna?id=${id}`, { host: "E_COLI" }));
    expect([answer.status, answer.code]).toEqual([404, "order_erased"]);
  }
  expect((await shown(other.id)).wells).toHaveLength(3);
});

it("an erasure deletes the layout of an order whose query could read the erased rows, as for tasks", async () => {
  const filtered = await order(query("SELECT sequence FROM second WHERE sequence <> 'MKYYYYC'"));
  expect(filtered.wells.map(({ sequence }) => sequence)).not.toContain("MKYYYYC");
  await erase(api, { reference: "second", where: "sequence = 'MKYYYYC'" });
  expect((await shown(filtered.id)).wells).toEqual([]);
});

it("an erasure in one project keeps an order of another one, and a later erasure still finds it", async () => {
  const { id: project } = await lab.api.post<{ id: string }>("/project:create", { name: "other" });
  const rows = (name: string): string => `sequence\nMK${name}A\nMK${name}C\n`;
  await lab.api.settled(await startCsvLoad({ ...lab, projectId: project }, "third", COLUMNS, rows("FFFF")));
  await lab.api.settled(await startCsvLoad(lab, "third", COLUMNS, rows("HHHH")));
  const kept = await order(query("SELECT sequence FROM third WHERE sequence <> 'MKHHHHC'"));
  // The order cannot see rows of the other project, but the first erasure replaces the manifest that it pins.
  for (const erased of ["MKFFFFA", "MKFFFFC"]) {
    await erase(api, { reference: "third", where: `sequence = '${erased}'` });
    expect((await shown(kept.id)).wells).toHaveLength(1);
  }
  await erase(api, { reference: "third", where: "sequence = 'MKHHHHC'" });
  expect((await shown(kept.id)).wells).toEqual([]);
});

it("a sweep keeps the manifests that an order was read from, even after a compaction", async () => {
  for (const sequence of ["MKPPPPA", "MKPPPPC"])
    await lab.api.settled(await startCsvLoad(lab, "fourth", COLUMNS, `sequence\n${sequence}\n`));
  const { id } = await order({ kind: "TABLE", table: "fourth" });
  const [snapshotKey = ""] = (await keysOf(id)).filter((key) => key.endsWith(".snapshot.json"));
  const { relations } = await getJson<Snapshot>(scope, snapshotKey);
  const pinned = relations.flatMap((one) => (one.kind === "TABLE" ? one.manifest_key : []));
  expect(pinned).toHaveLength(1);
  const table = await findTable(scope, "fourth");
  const rules = { minFiles: 2, minAgeMs: 0, targetBytes: 1 << 20 };
  expect((await compactTable(scope, table?.id ?? "", rules, Date.now() + 60_000)).merged).toBe(1);
  const options = { dryRun: false, minAgeMs: -1_000, deadline: Date.now() + 60_000 };
  await removeOrphans(scope, options);
  for (const key of pinned) expect(await isStored(scope, key)).toBe(true);
});

it("a sweep removes layouts that no order refers to, and keeps those of orders", async () => {
  const kept = await order({ kind: "TABLE", table: "first" });
  const orphan = orderLayoutKey(scope.id, newId(), "lost");
  const replaced = orderLayoutKey(scope.id, kept.id, "lost");
  await putJson(scope, orphan, {});
  await putJson(scope, replaced, {});
  const before = await keysOf(kept.id);
  const outcome = await removeOrphans(scope, {
    dryRun: false,
    minAgeMs: -1_000,
    deadline: Date.now() + 60_000,
  });
  expect(outcome.examples).toEqual(expect.arrayContaining([orphan, replaced]));
  expect(await keysOf(kept.id)).toEqual(before.filter((key) => key !== replaced));
  expect((await shown(kept.id)).wells.length).toBeGreaterThan(0);
});
