import { describe, expect, it } from "vitest";
import { newLab, scalar } from "../support/lab.ts";

describe("a load into two tables with an invalid cell", () => {
  it("the load fails entirely, reports the file, line, column and value, and adds no version", async () => {
    const lab = await newLab();
    const columns = [
      { name: "variant", type: "STRING" },
      { name: "fitness", type: "FLOAT64" },
    ];
    const start = async (bad: string): Promise<string> => {
      const { id } = await lab.api.post<{ id: string }>("/data/load:create", {
        context: { kind: "PROJECT", project_id: lab.projectId },
        tables: { good: { columns, format: "CSV" }, other: { columns, format: "CSV" } },
      });
      await lab.api.upload(id, "good", "good.csv", "variant,fitness\na,1\nb,2\n");
      await lab.api.upload(id, "other", "plate-7.csv", `variant,fitness\na,1\n"multi\nline",2\nb,${bad}\n`);
      await lab.api.post(`/data/load:finalize?id=${id}`);
      return id;
    };
    const first = await lab.api.settled(await start("3"));
    expect(first).toMatchObject({ state: "COMPLETED" });
    const history = async (): Promise<unknown> => {
      const versions = await lab.api.get<{ items: unknown[] }>("/data/version:list");
      const tables = await lab.api.get<{ items: unknown[] }>("/data/table:list");
      return { versions: versions.items, tables: tables.items };
    };
    const before = await history();
    const rows =
      "SELECT concat_ws(' ', (SELECT CAST(count(*) AS VARCHAR) FROM good), (SELECT CAST(count(*) AS VARCHAR) FROM other))";
    expect(await scalar(lab, rows)).toBe("2 3");

    const failed = await lab.api.settled(await start("1.2abc"));
    expect(failed.state).toBe("FAILED");
    expect(failed.errors).toHaveLength(1);
    expect(failed.errors[0]).toContain("plate-7.csv");
    expect(failed.errors[0]).toContain("line 5");
    expect(failed.errors[0]).toContain('"fitness"');
    expect(failed.errors[0]).toContain("1.2abc");
    expect(await history()).toEqual(before);
    expect(await scalar(lab, rows)).toBe("2 3");
  });
});
