import { describe, expect, it } from "vitest";
import { newLab, scalar } from "../support/lab.ts";

describe("twenty loads into one table, finalized at once", () => {
  it("twenty concurrent loads all commit one after another, and every version can be queried", async () => {
    const lab = await newLab();
    const columns = [{ name: "n", type: "INT64", nullable: false }];
    const rows = (load: number): number[] => Array.from({ length: load + 1 }, (_, row) => 100 * load + row);
    const loads: string[] = [];
    for (let load = 0; load < 20; load += 1) {
      const { id } = await lab.api.post<{ id: string }>("/data/load:create", {
        context: { kind: "PROJECT", project_id: lab.projectId },
        tables: { numbers: { columns } },
      });
      await lab.api.upload(id, "numbers", `${load}.csv`, ["n", ...rows(load), ""].join("\n"));
      loads.push(id);
    }
    await Promise.all(loads.map((id) => lab.api.post(`/data/load:finalize?id=${id}`)));
    const settled = await Promise.all(loads.map((id) => lab.api.settled(id)));
    expect(settled.map(({ state, errors }) => [state, errors])).toEqual(loads.map(() => ["COMPLETED", []]));

    expect(await scalar(lab, "SELECT count(*) FROM numbers")).toBe(210n);
    const table = await lab.api.get<{ id: string }>("/data/table:get?reference=numbers");
    const { items } = await lab.api.get<{ items: { id: string; load_id: string }[] }>(
      `/data/table:listVersions?id=${table.id}`,
    );
    expect(items).toHaveLength(20);
    expect(new Set(items.map(({ load_id }) => load_id))).toEqual(new Set(loads));
    const ids = items.map(({ id }) => Number(id));
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    let expected = 0;
    for (const { id, load_id } of items) {
      expected += loads.indexOf(load_id) + 1;
      expect(await scalar(lab, `SELECT count(*) FROM numbers FOR VERSION AS OF ${id}`)).toBe(
        BigInt(expected),
      );
    }
  });
});
