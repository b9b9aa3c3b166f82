import { describe, expect, it } from "vitest";
import { americanLab, type Lab, newLab, otherLab, scalar } from "../support/lab.ts";

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

describe("rows from two projects in one table", () => {
  it("queries in a project see its rows and those of its rounds; queries in the workspace see all rows", async () => {
    const lab = await newLab();
    const other = await lab.api.post<{ id: string }>("/project:create", { name: "other" });
    const round = await lab.api.post<{ id: string }>("/round:create", { project_id: other.id, name: "r" });
    const own = await load(lab, { kind: "PROJECT", project_id: lab.projectId }, "n\n1\n");
    const theirs = await load(lab, { kind: "PROJECT", project_id: other.id }, "n\n10\n");
    const ofRound = await load(lab, { kind: "ROUND", round_id: round.id }, "n\n100\n");

    const sum = "SELECT sum(n) FROM shared";
    expect(await scalar(lab, sum)).toBe(111n);
    expect(await scalar(lab, sum, { project_id: lab.projectId })).toBe(1n);
    expect(await scalar(lab, sum, { project_id: Number(other.id) })).toBe(110n);
    await expect(scalar(lab, sum, { project_id: "5" })).rejects.toMatchObject({ status: 404 });

    const ids = async (filter: string): Promise<string[]> => {
      const page = await lab.api.post<{ items: { id: string; context: object }[] }>(
        `/data/load:list?${filter}`,
      );
      return page.items.map(({ id }) => id);
    };
    expect(await ids("")).toEqual([own, theirs, ofRound]);
    expect(await ids(`project_id=${other.id}`)).toEqual([theirs, ofRound]);
    expect(await ids(`round_id=${round.id}&order=DESC`)).toEqual([ofRound]);
    await expect(ids(`round_id=${round.id}&project_id=${other.id}`)).rejects.toMatchObject({ status: 422 });
    expect(await lab.api.get(`/data/load:get?id=${ofRound}`)).toMatchObject({
      context: { kind: "ROUND", round_id: round.id, project_id: other.id },
    });

    const versions = await lab.api.get<{ items: { load_id: string }[] }>(
      `/data/version:list?project_id=${other.id}`,
    );
    expect(versions.items.map(({ load_id }) => load_id)).toEqual([theirs, ofRound]);
  });
});

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
