import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { createProject } from "#shared/domain/project.ts";
import { projectWrites } from "#shared/store/projects.ts";
import { ACT, type FilledList, filledLists } from "../support/filledLists.ts";
import { request } from "../support/http.ts";
import { type Lab, newLab } from "../support/lab.ts";
import { manyRecords } from "../support/manyRecords.ts";

interface Page {
  items: { id: string }[];
  cursor: string | null;
}

type Order = "ASC" | "DESC";

let lab: Lab;
let lists: FilledList[];

beforeAll(async () => {
  lab = await newLab();
  lists = await filledLists(lab);
});

function listNamed(name: string): FilledList {
  const found = lists.find((list) => list.name === name);
  if (!found) throw new Error(`There is no list of ${name}`);
  return found;
}

function readPage({ method, path }: FilledList, query: string): Promise<Page> {
  return method === "GET" ? lab.api.get<Page>(`${path}${query}`) : lab.api.post<Page>(`${path}${query}`);
}

async function nextPage(list: FilledList, limit: number, order: Order, cursor: string | null) {
  const { items, cursor: next } = await readPage(
    list,
    `limit=${limit}&order=${order}${cursor ? `&cursor=${cursor}` : ""}`,
  );
  return { ids: items.map(({ id }) => id), cursor: next };
}

/** Reads all pages of a list; `limits` contains the limits of the first pages, and the last limit applies to all others. */
async function allPages(list: FilledList, order: Order, ...limits: number[]): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor: string | null = null;
  do {
    const limit = limits[Math.min(pages.length, limits.length - 1)] ?? 100;
    const page = await nextPage(list, limit, order, cursor);
    cursor = page.cursor;
    pages.push(page.ids);
    if (cursor !== null) expect(page.ids).toHaveLength(limit);
    else expect(page.ids.length).toBeLessThanOrEqual(limit);
  } while (cursor !== null);
  return pages;
}

function inOrder(ids: readonly string[], order: Order): string[] {
  return order === "ASC" ? [...ids] : ids.toReversed();
}

const NAMES = [
  "orders",
  "orders and archived ones",
  "orders of a project",
  "orders of a round",
  "projects",
  "projects and archived ones",
  "rounds",
  "rounds and hidden ones",
  "rounds of a project",
  "rounds of a project and archived ones",
  "rounds of an archived project",
  "rounds of an archived project and hidden ones",
  "tables",
  "tables and internal ones",
  "tables and archived ones",
  "all tables",
  "archived tables of a reference",
  "loads",
  "loads of a project",
  "loads of a round",
  "loads of a round, by POST",
  "versions of a table",
  "data versions",
  "data versions of a project",
  "data versions of a table",
  "data versions of a table and a project",
];

describe.each(NAMES)("the list: %s", (name) => {
  it("the list shows every item once, in both orders, and only the last page is not full", async () => {
    const list = listNamed(name);
    expect((await allPages(list, "ASC", 1, 400)).flat()).toEqual(list.ids);
    expect((await allPages(list, "DESC", 1000)).flat()).toEqual(inOrder(list.ids, "DESC"));
  });
});

/** One list for each list operation. */
const OPERATIONS = [
  "projects",
  "rounds",
  "tables",
  "archived tables of a reference",
  "loads",
  "loads of a round, by POST",
  "versions of a table",
  "data versions",
];

describe.each(OPERATIONS)("the operation that lists: %s", (name) => {
  it("the list accepts limits from 0 to 1000", async () => {
    const list = listNamed(name);
    for (const limit of [0, 1, 999, 1000]) {
      const { ids, cursor } = await nextPage(list, limit, "ASC", null);
      expect(ids).toEqual(list.ids.slice(0, limit));
      expect(cursor === null).toBe(list.ids.length <= limit);
    }
  });
});

describe("a page", () => {
  it("the last page has no cursor", async () => {
    const list = listNamed("rounds of a project");
    const count = list.ids.length;
    expect(count % 2).toBe(0);
    const sizes = async (limit: number) => (await allPages(list, "ASC", limit)).map((ids) => ids.length);
    expect(await sizes(count)).toEqual([count]);
    expect(await sizes(count / 2)).toEqual([count / 2, count / 2]);
    expect(await sizes(count - 1)).toEqual([count - 1, 1]);
  });

  it("pages can have different sizes", async () => {
    const limits = fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 8 });
    const filtered = [
      "projects",
      "rounds",
      "rounds of a project",
      "tables and archived ones",
      "data versions of a project",
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...filtered),
        fc.constantFrom<Order>("ASC", "DESC"),
        limits,
        async (name, order, sizes) => {
          const list = listNamed(name);
          expect((await allPages(list, order, ...sizes, 1000)).flat()).toEqual(inOrder(list.ids, order));
        },
      ),
      { numRuns: 6, seed: 20_261 },
    );
  });
});

describe("a cursor", () => {
  const refusal = { status: 422, body: { detail: [{ loc: ["query", "cursor"] }] } };

  it("a cursor is refused with any other list, filter or order", async () => {
    const cursors: [name: string, order: Order, cursor: string | null][] = [];
    for (const name of NAMES) {
      for (const order of ["ASC", "DESC"] as const)
        cursors.push([name, order, (await nextPage(listNamed(name), 1, order, null)).cursor]);
    }
    // The same list through another method.
    const canonical = (name: string): string => name.replace(", by POST", "");
    for (const [place, name] of NAMES.entries()) {
      // Pairs of neighbors, in both orders of one list.
      for (const [other, order, cursor] of cursors.slice(Math.max(0, 2 * place - 2), 2 * place + 6)) {
        if (cursor === null) continue;
        for (const asked of ["ASC", "DESC"] as const) {
          const answer = nextPage(listNamed(name), 1, asked, cursor);
          if (canonical(other) === canonical(name) && asked === order) await answer;
          else await expect(answer, `${other} ${order} → ${name} ${asked}`).rejects.toMatchObject(refusal);
        }
      }
    }
  });

  it("an invalid cursor is refused", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1, unit: "binary" }), async (text) => {
        const answer = readPage(listNamed("projects"), `cursor=${encodeURIComponent(text)}`);
        await expect(answer).rejects.toMatchObject(refusal);
      }),
      { numRuns: 25, seed: 20_262 },
    );
  });
});

/** Items that have been archived or deleted. */
const gone = new Set<string>();

interface Change {
  what: string;
  /** Lists that are read in the meantime; removed items belong to the first one. */
  names: string[];
  add: (place: number) => Promise<unknown>;
  remove: (id: string) => Promise<unknown>;
}

const CHANGES: Change[] = [
  {
    what: "projects are created and archived",
    names: ["projects", "projects and archived ones"],
    add: () => lab.api.post("/project:create", { name: "new" }),
    remove: (id) => lab.api.post(`/project:archive?id=${id}`),
  },
  {
    what: "rounds are created and archived",
    names: ["rounds", "rounds of a project"],
    add: () => lab.api.post("/round:create", { name: "new", project_id: lab.projectId }),
    remove: (id) => lab.api.post(`/round:archive?id=${id}`),
  },
  {
    what: "tables are created and archived",
    names: ["tables", "data versions"],
    add: (place) => {
      const columns = [{ name: "x", type: "INT64" }];
      return lab.api.post("/data/table:create", { reference: `new_${place}`, columns });
    },
    remove: (id) => lab.api.post(`/data/table:archive?reference=t_${id}`, {}),
  },
  {
    what: "loads are created and deleted",
    names: ["loads of a round", "loads of a project"],
    add: () => lab.api.post("/data/load:create", { context: { kind: "PROJECT", project_id: lab.projectId } }),
    remove: (id) => lab.api.post(`/data/load:delete?id=${id}`),
  },
];

describe("paging while the list changes", () => {
  it("paging continues after its cursor when earlier items and the cursor's item are archived", async () => {
    for (const [name, archive] of [
      ["projects", "/project:archive?id="],
      ["rounds of a project", "/round:archive?id="],
    ] as const) {
      const list = listNamed(name);
      const first = await nextPage(list, 10, "ASC", null);
      for (const id of first.ids.slice(3)) await lab.api.post(archive + id);
      expect((await nextPage(list, 1000, "ASC", first.cursor)).ids).toEqual(list.ids.slice(10));
      expect((await nextPage(list, 5, "ASC", null)).ids).toEqual([
        ...first.ids.slice(0, 3),
        ...list.ids.slice(10, 12),
      ]);
      for (const id of first.ids.slice(3)) gone.add(id);
    }
  });

  it.each(CHANGES)(
    "every remaining item appears once on full pages: $what",
    async ({ names, add, remove }) => {
      const candidates = listNamed(names[0] ?? "").ids.filter((id) => !gone.has(id));
      const removed = [90, 300, 500, 700].flatMap((place) => candidates[place] ?? []);
      for (const id of removed) gone.add(id);
      let changing = true;
      const change = async (): Promise<void> => {
        for (const [place, id] of removed.entries()) await Promise.all([add(place), remove(id)]);
        changing = false;
      };
      const read = async (name: string): Promise<void> => {
        const { ids, ...list } = listNamed(name);
        const known = new Set(ids);
        const stays = ids.filter((id) => !gone.has(id));
        for (
          let order: Order = "ASC";
          changing || order === "DESC";
          order = order === "ASC" ? "DESC" : "ASC"
        ) {
          const seen = inOrder((await allPages({ ids, ...list }, order, 250)).flat(), order);
          expect(seen).toEqual(seen.toSorted((one, other) => Number(one) - Number(other)));
          expect(new Set(seen).size).toBe(seen.length);
          expect(seen.filter((id) => known.has(id) && !gone.has(id))).toEqual(stays);
        }
      };
      // A failing reader must not leave the changes running.
      const outcomes = await Promise.allSettled([change(), ...names.map(read)]);
      for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
    },
  );
});

describe("list items", () => {
  it("a load is listed with all of its files", async () => {
    const other = await newLab();
    const loads: string[] = [];
    for (const count of [0, 1, 8, 9, 10]) {
      const context = { kind: "PROJECT", project_id: other.projectId };
      const { id } = await other.api.post<{ id: string }>("/data/load:create", {
        context,
        tables: { t: { columns: [{ name: "x", type: "INT64" }], format: "CSV" } },
      });
      const uploads = Array.from({ length: count }, (_, file) =>
        other.api.upload(id, "t", `${file}.csv`, "x\n1\n"),
      );
      await Promise.all(uploads);
      loads.push(id);
    }
    const got = await Promise.all(
      loads.map((id) => other.api.get<{ files: unknown[] }>(`/data/load:get?id=${id}`)),
    );
    expect(got.map(({ files }) => files.length)).toEqual([0, 1, 8, 9, 10]);
    for (const filter of ["", `?project_id=${other.projectId}`])
      expect(await other.api.get(`/data/load:list${filter}`)).toEqual({ items: got, cursor: null });
  });

  it("a round is listed again once it and its project are unarchived", async () => {
    const other = await newLab();
    const path = `/round:list?project_id=${other.projectId}`;
    const { id } = await other.api.post<{ id: string }>("/round:create", {
      name: "r",
      project_id: other.projectId,
    });
    const shown = async (): Promise<string[][]> => {
      const pages = [await other.api.get<Page>("/round:list"), await other.api.get<Page>(path)];
      return pages.map(({ items }) => items.map((item) => item.id));
    };
    for (const [what, owner] of [
      ["round", id],
      ["project", other.projectId],
    ]) {
      await other.api.post(`/${what}:archive?id=${owner}`);
      expect(await shown()).toEqual([[], []]);
      await other.api.post(`/${what}:unarchive?id=${owner}`);
      expect(await shown()).toEqual([[id], [id]]);
    }
  });

  it("a page ends early only if it reaches 5 MB", async () => {
    const other = await newLab();
    // Three bytes per character, so that each project has 30 KB.
    const description = "酶".repeat(10_000);
    const { scope, store, newId } = await manyRecords(other);
    const fields = { name: "large", description, modality: null };
    const projects = Array.from({ length: 200 }, () => createProject(newId(), fields, ACT));
    await store(projects.map((project) => projectWrites(scope, null, project)));
    const ids = [...projects.map(({ id }) => id), other.projectId];
    const first = await request(
      "GET",
      `${other.regionUrl}/v2/workspace/${other.name}/project:list?limit=1000`,
      {
        token: other.token,
      },
    );
    expect(Buffer.byteLength(JSON.stringify(first.body))).toBeLessThan(5_001_000);
    const seen = first.body.items.map(({ id }: { id: string }) => id);
    expect(seen.length).toBeGreaterThan(150);
    const second = await other.api.get<Page>(`/project:list?limit=1000&cursor=${first.body.cursor}`);
    expect([...seen, ...second.items.map(({ id }) => id)]).toEqual(ids);
    expect(second.cursor).toBeNull();
  });

  it("an impossible reference yields an empty list", async () => {
    for (const reference of ["a#b", "x".repeat(3_000)]) {
      const page = await lab.api.get(`/data/table:listArchived?reference=${encodeURIComponent(reference)}`);
      expect(page).toEqual({ items: [], cursor: null });
    }
  });
});
