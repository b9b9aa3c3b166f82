import { beforeAll, describe, expect, it } from "vitest";
import { type Lab, newLab, sharedLab } from "../support/lab.ts";

interface Named {
  id: string;
  name: string;
  description: string | null;
  modality?: unknown;
  archived_at: string | null;
  archived_by: string | null;
}

interface Page {
  items: Named[];
  cursor: string | null;
}

let lab: Lab;

beforeAll(async () => {
  lab = await sharedLab();
});

describe("a project", () => {
  it("a project is created with defaults and can be read", async () => {
    const created = await lab.api.post<Named>("/project:create", { name: "é".repeat(64) });
    expect(created).toMatchObject({
      description: null,
      modality: null,
      archived_at: null,
      archived_by: null,
    });
    expect(await lab.api.get(`/project:get?id=${created.id}`)).toEqual(created);
  });

  it.each([
    ["", 422],
    [" ", 422],
    ["\t\n", 422],
    ["a b", 422],
    [" a", 422],
    ["x".repeat(65), 422],
    [7, 422],
    [null, 422],
  ])("a project cannot be named %j", async (name, status) => {
    const creation = lab.api.post("/project:create", { name });
    await expect(creation).rejects.toMatchObject({
      status,
      body: { detail: [{ loc: ["body", "name"] }] },
    });
  });

  it("an update keeps omitted fields, and null clears a field", async () => {
    const { id } = await lab.api.post<Named>("/project:create", {
      name: "a",
      description: "d",
      modality: { kind: "ENZYME" },
    });
    const update = (fields: object): Promise<Named> => lab.api.post(`/project:update?id=${id}`, fields);
    expect(await update({ name: "b" })).toMatchObject({
      name: "b",
      description: "d",
      modality: { kind: "ENZYME" },
    });
    expect(await update({ name: null, description: null })).toMatchObject({ name: "b", description: null });
    expect(await update({ modality: null })).toMatchObject({ name: "b", modality: null });
  });

  it("a project can be archived once, and unarchived only if it is archived", async () => {
    const { id } = await lab.api.post<Named>("/project:create", { name: "a" });
    await expect(lab.api.post(`/project:unarchive?id=${id}`)).rejects.toMatchObject({
      status: 422,
      body: { detail: [{ loc: ["query", "id"] }] },
    });
    const archived = await lab.api.post<Named>(`/project:archive?id=${id}`);
    expect(archived.archived_at).not.toBeNull();
    expect(archived.archived_by).not.toBeNull();
    await expect(lab.api.post(`/project:archive?id=${id}`)).rejects.toMatchObject({ status: 409 });
    expect(await lab.api.post(`/project:unarchive?id=${id}`)).toMatchObject({
      archived_at: null,
      archived_by: null,
    });
  });

  it("an archived project keeps its data but accepts nothing new", async () => {
    const project = await lab.api.post<Named>("/project:create", { name: "a" });
    const round = await lab.api.post<Named>("/round:create", { project_id: project.id, name: "r" });
    await lab.api.post(`/project:archive?id=${project.id}`);
    const refused = { status: 409, body: { code: "project_archived" } };
    await expect(lab.api.post("/round:create", { project_id: project.id, name: "s" })).rejects.toMatchObject(
      refused,
    );
    for (const context of [
      { kind: "PROJECT", project_id: project.id },
      { kind: "ROUND", round_id: round.id },
    ]) {
      await expect(lab.api.post("/data/load:create", { context })).rejects.toMatchObject(refused);
    }
    expect(await lab.api.get(`/round:get?id=${round.id}`)).toMatchObject({ name: "r" });
    const listed = await lab.api.get<Page>(`/round:list?project_id=${project.id}`);
    expect(listed.items).toEqual([]);
    const all = await lab.api.get<Page>(`/round:list?project_id=${project.id}&include_archived=true`);
    expect(all.items).toHaveLength(1);
  });
});

describe("a round", () => {
  it("a round cannot move to another project", async () => {
    const other = await lab.api.post<Named>("/project:create", { name: "other" });
    const round = await lab.api.post<Named>("/round:create", {
      project_id: Number(lab.projectId),
      name: "r",
    });
    const update = (fields: object): Promise<Named> => lab.api.post(`/round:update?id=${round.id}`, fields);
    expect(await update({ project_id: lab.projectId, name: "s", description: "d" })).toMatchObject({
      name: "s",
    });
    await expect(update({ project_id: other.id, name: "s" })).rejects.toMatchObject({ status: 409 });
  });

  it("a round of an unknown project gets a 404", async () => {
    await expect(lab.api.post("/round:create", { project_id: "5", name: "r" })).rejects.toMatchObject({
      status: 404,
      body: { code: "project_not_found" },
    });
    await expect(lab.api.get("/round:list?project_id=5")).rejects.toMatchObject({ status: 404 });
  });

  it("an archived round accepts no loads", async () => {
    const round = await lab.api.post<Named>("/round:create", { project_id: lab.projectId, name: "r" });
    await lab.api.post(`/round:archive?id=${round.id}`);
    const creation = lab.api.post("/data/load:create", { context: { kind: "ROUND", round_id: round.id } });
    await expect(creation).rejects.toMatchObject({ status: 409, body: { code: "round_archived" } });
  });
});

describe("a list", () => {
  it("a list returns full pages and every item once, in both orders, regardless of archived items", async () => {
    const own = await newLab();
    const names: string[] = [];
    for (let index = 0; index < 25; index += 1) {
      const { id, name } = await own.api.post<Named>("/project:create", { name: `p${index}` });
      if (index % 3 === 0) names.push(name);
      else await own.api.post(`/project:archive?id=${id}`);
    }
    const expected = ["project", ...names];
    for (const order of ["ASC", "DESC"] as const) {
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const after: string = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
        const page: Page = await own.api.get<Page>(`/project:list?limit=4&order=${order}${after}`);
        seen.push(...page.items.map(({ name }) => name));
        cursor = page.cursor;
        if (cursor !== null) expect(page.items).toHaveLength(4);
      } while (cursor !== null);
      expect(seen).toEqual(order === "ASC" ? expected : expected.toReversed());
    }
  });

  it("a page of size 0 has a cursor if the list has items", async () => {
    const { items, cursor } = await lab.api.get<Page>("/project:list?limit=0");
    expect(items).toEqual([]);
    expect(cursor).not.toBeNull();
    const first = await lab.api.get<Page>(`/project:list?limit=1&cursor=${cursor}`);
    expect(first.items).toMatchObject([{ name: "project" }]);
  });

  it.each([
    "limit=-1",
    "limit=1001",
    "limit=x",
    "limit=1.5",
    "order=UP",
    "cursor=abc",
    "include_archived=maybe",
  ])("a list refuses %s", async (query) => {
    await expect(lab.api.get(`/project:list?${query}`)).rejects.toMatchObject({
      status: 422,
      body: { detail: [{ loc: ["query", query.split("=")[0]] }] },
    });
  });

  it("a list refuses the cursor of another list", async () => {
    const { cursor } = await lab.api.get<Page>("/project:list?limit=0");
    await expect(lab.api.get(`/round:list?cursor=${cursor}`)).rejects.toMatchObject({ status: 422 });
    await expect(lab.api.get(`/project:list?cursor=${cursor}&order=DESC`)).rejects.toMatchObject({
      status: 422,
    });
  });
});
