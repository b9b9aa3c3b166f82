import { expect, it } from "vitest";
import { sharedLab } from "../support/lab.ts";

it("a load creates a new table if the table with its reference was archived before it was finalized", async () => {
  const lab = await sharedLab();
  const columns = [{ name: "a", type: "INT64", nullable: false }];
  const reference = "archived_before_finalize";
  const table = await lab.api.post<{ id: string }>("/data/table:create", { reference, columns });
  const { id } = await lab.api.post<{ id: string }>("/data/load:create", {
    context: { kind: "PROJECT", project_id: lab.projectId },
    tables: { [reference]: { columns } },
  });
  await lab.api.upload(id, reference, "a.csv", "a\n1\n");
  await lab.api.post(`/data/table:archive?reference=${reference}`);
  await lab.api.post(`/data/load:finalize?id=${id}`);
  const load = await lab.api.settled(id);
  expect(load.state).toBe("COMPLETED");
  expect(load.tables[reference]?.table_id).toEqual(expect.any(String));
  expect(load.tables[reference]?.table_id).not.toBe(table.id);
});
