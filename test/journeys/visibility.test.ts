import { describe, expect, it } from "vitest";
import { americanLab, type Lab, otherLab, scalar } from "../support/lab.ts";

const columns = [{ name: "n", type: "INT64" }];

async function load(lab: Lab, context: object, content: string): Promise<string> {
  const { id } = await lab.api.post<{ id: string }>("/data/load:create", {
    context,
    tables: { shared: { columns } },
  });
  await lab.api.upload(id, "shared", "n.csv", content);
  await lab.api.post(`/data/load:finalize?id=${id}`);
  expect(await lab.api.settled(id)).toMatchObject({ state: "COMPLETED" });
  return id;
}

describe("a workspace in the United States", () => {
  it("a workspace's tables are accessible only at its region's URL", async () => {
    const american = await americanLab();
    const european = await otherLab();
    await load(american, { kind: "PROJECT", project_id: american.projectId }, "n\n7\n");
    expect(await scalar(american, "SELECT n FROM shared")).toBe(7n);
    const wrong = await fetch(`${european.regionUrl}/v2/workspace/${american.name}/data/table:list`, {
      headers: { authorization: `Bearer ${american.token}` },
    });
    expect(wrong.status).toBe(403);
  });
});
