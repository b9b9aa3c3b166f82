import { expect } from "vitest";
import {
  expectInvalid,
  expectRefused,
  expectSuccess,
  isTime,
  isUser,
  storedFields,
} from "../expectations.ts";
import { newLoad, newProject, newRound, UNKNOWN } from "../given.ts";
import { operationRule, type Rule, rule } from "../rule.ts";

const RESOURCE = "Specification: Project";
const OPERATIONS = "Specification: Operations of projects";
const ARCHIVE = "Specification: Archive status";
const CREATE =
  "Create payload: `name` required (string, 1 to 64 characters, non-whitespace characters only); `description` string or null; `modality` or null.";
const UPDATE = "Update payload: `name`, `description`, `modality`, each optional and nullable.";
const FIELDS =
  "Fields: `archived_at`, `archived_by`, `id`, `created_at`, `created_by`, `updated_at`, `updated_by`, `name` (string), `description` (string, nullable), `modality` (object with `kind`; value `ENZYME` is used; nullable).";
const KEPT = "a field left out is unchanged; `null` clears a nullable field and leaves the others unchanged";
const ARCHIVED = "data stays available; no new tasks, data loads and similar can be created in it";

export const projectRules: readonly Rule[] = [
  rule(RESOURCE, FIELDS, "a project has exactly the documented fields", async (site) => {
    expect(await newProject(site, { name: "fields" })).toStrictEqual({
      ...storedFields,
      name: "fields",
      description: null,
      modality: null,
    });
  }),
  rule(RESOURCE, CREATE, "a project's name may have 1 character", async (site) => {
    expect((await newProject(site, { name: "x" })).name).toBe("x");
  }),
  rule(RESOURCE, CREATE, "a project's name may have 64 characters of any script", async (site) => {
    const name = "ü😀".repeat(32);
    expect((await newProject(site, { name })).name).toBe(name);
  }),
  rule(RESOURCE, CREATE, "a project's name of 65 characters is refused", async (site) => {
    expectInvalid(await site.post("/project:create", { name: "x".repeat(65) }), "body", "name");
  }),
  rule(RESOURCE, CREATE, "an empty project name is refused", async (site) => {
    expectInvalid(await site.post("/project:create", { name: "" }), "body", "name");
  }),
  rule(RESOURCE, CREATE, "a project name of white space is refused", async (site) => {
    expectInvalid(await site.post("/project:create", { name: " \t\n" }), "body", "name");
  }),
  rule(RESOURCE, CREATE, "a project without a name is refused", async (site) => {
    expectInvalid(await site.post("/project:create", { description: "d" }), "body", "name");
    expectInvalid(await site.post("/project:create", { name: null }), "body", "name");
  }),
  rule(RESOURCE, CREATE, "a project's name is a string, not a number", async (site) => {
    expectInvalid(await site.post("/project:create", { name: 7 }), "body", "name");
  }),
  rule(RESOURCE, CREATE, "a project's description and modality are stored as sent", async (site) => {
    const fields = { description: "line 1\nline 2", modality: { kind: "ENZYME" } };
    const { id } = await newProject(site, fields);
    expect(expectSuccess(await site.get(`/project:get?id=${id}`))).toMatchObject(fields);
  }),
  rule(RESOURCE, CREATE, "a project's description is a string", async (site) => {
    expectInvalid(await site.post("/project:create", { name: "x", description: 1 }), "body", "description");
  }),
  rule(RESOURCE, UPDATE, "an update may change only the name", async (site) => {
    const kept = { description: "kept", modality: { kind: "ENZYME" } };
    const { id } = await newProject(site, kept);
    const updated = expectSuccess(await site.post(`/project:update?id=${id}`, { name: "new" }));
    expect(updated).toMatchObject({ name: "new", ...kept });
  }),
  rule(RESOURCE, UPDATE, "an update with an empty object changes nothing", async (site) => {
    const before = await newProject(site, { description: "d", modality: { kind: "OTHER" } });
    const after = expectSuccess(await site.post(`/project:update?id=${before.id}`, {}));
    expect(after).toEqual({ ...before, updated_at: after.updated_at });
  }),
  rule(RESOURCE, UPDATE, "a null name leaves the project's name unchanged", async (site) => {
    const { id, name } = await newProject(site);
    expect(expectSuccess(await site.post(`/project:update?id=${id}`, { name: null })).name).toBe(name);
  }),
  rule(RESOURCE, UPDATE, "an update cannot give a project a name of 65 characters", async (site) => {
    const { id } = await newProject(site);
    expectInvalid(await site.post(`/project:update?id=${id}`, { name: "x".repeat(65) }), "body", "name");
    expect(
      expectSuccess(await site.post(`/project:update?id=${id}`, { name: "x".repeat(64) })).name,
    ).toHaveLength(64);
  }),
  ...["ENZYME", "ANTIBODY", "PEPTIDE", "OTHER"].map((kind) =>
    rule(
      "Decisions: Values",
      "`{kind}` with `ENZYME`, `ANTIBODY`, `PEPTIDE`, `OTHER`",
      `a project's modality may be ${kind}`,
      async (site) => {
        expect((await newProject(site, { modality: { kind } })).modality).toMatchObject({ kind });
      },
    ),
  ),
  rule(
    "Decisions: Values",
    "`{kind}` with `ENZYME`, `ANTIBODY`, `PEPTIDE`, `OTHER`",
    "another modality is refused",
    async (site) => {
      expectInvalid(
        await site.post("/project:create", { name: "x", modality: { kind: "enzyme" } }),
        "body",
        "modality",
        "kind",
      );
      expectInvalid(
        await site.post("/project:create", { name: "x", modality: {} }),
        "body",
        "modality",
        "kind",
      );
    },
  ),
  rule(
    "Decisions: Values",
    KEPT,
    "null clears a project's description and keeps its modality",
    async (site) => {
      const { id } = await newProject(site, { description: "d", modality: { kind: "ENZYME" } });
      expect(expectSuccess(await site.post(`/project:update?id=${id}`, { description: null }))).toMatchObject(
        {
          description: null,
          modality: { kind: "ENZYME" },
        },
      );
    },
  ),
  rule(
    "Decisions: Values",
    KEPT,
    "null clears a project's modality and keeps its description",
    async (site) => {
      const { id } = await newProject(site, { description: "d", modality: { kind: "ENZYME" } });
      expect(expectSuccess(await site.post(`/project:update?id=${id}`, { modality: null }))).toMatchObject({
        description: "d",
        modality: null,
      });
    },
  ),
  operationRule(
    "listProjects",
    OPERATIONS,
    "list projects | `include_archived` boolean default false; `limit`; `cursor`; `order` | none | page of projects",
    "projects are listed, and archived ones only with include_archived=true",
    async (site) => {
      const active = await newProject(site);
      const archived = await newProject(site);
      expectSuccess(await site.post(`/project:archive?id=${archived.id}`));
      const ids = async (query: string): Promise<string[]> =>
        expectSuccess(await site.get(`/project:list?limit=1000&order=DESC${query}`)).items.map(
          ({ id }: { id: string }) => id,
        );
      const regular = await ids("");
      expect(regular).toContain(active.id);
      expect(regular).not.toContain(archived.id);
      expect(await ids("&include_archived=false")).toEqual(regular);
      expect(await ids("&include_archived=true")).toEqual(expect.arrayContaining([active.id, archived.id]));
      expectInvalid(await site.get("/project:list?include_archived=maybe"), "query", "include_archived");
    },
  ),
  operationRule(
    "createProject",
    OPERATIONS,
    "create project | | project create payload | project",
    "a created project equals the one that is read",
    async (site) => {
      const project = await newProject(site);
      expect(expectSuccess(await site.get(`/project:get?id=${project.id}`))).toEqual(project);
    },
  ),
  operationRule(
    "getProject",
    OPERATIONS,
    "get project | `id` | none | project",
    "a project is read by id, and an unknown id is a 404",
    async (site) => {
      expect(expectSuccess(await site.get(`/project:get?id=${site.lab.projectId}`)).name).toBe("project");
      expectRefused(await site.get(`/project:get?id=${UNKNOWN}`), 404, "project_not_found");
    },
  ),
  operationRule(
    "updateProject",
    OPERATIONS,
    "update project | `id` | project update payload | project",
    "an updated project shows who changed it and when, and keeps its creator",
    async (site) => {
      const before = await newProject(site);
      const after = expectSuccess(await site.post(`/project:update?id=${before.id}`, { description: "new" }));
      expect(after).toMatchObject({ created_at: before.created_at, created_by: before.created_by });
      expect(after.updated_at >= before.updated_at).toBe(true);
      expectRefused(await site.post(`/project:update?id=${UNKNOWN}`, {}), 404, "project_not_found");
    },
  ),
  operationRule(
    "archiveProject",
    OPERATIONS,
    "archive project | `id` | none | project",
    "an archived project shows when and by whom it was archived",
    async (site) => {
      const { id } = await newProject(site);
      const archived = expectSuccess(await site.post(`/project:archive?id=${id}`));
      expect(archived).toMatchObject({ archived_at: isTime, archived_by: isUser });
      expect(expectSuccess(await site.get(`/project:get?id=${id}`))).toEqual(archived);
      expectRefused(await site.post(`/project:archive?id=${UNKNOWN}`), 404, "project_not_found");
    },
  ),
  operationRule(
    "unarchiveProject",
    OPERATIONS,
    "unarchive project | `id` | none | project; HTTP 422 if not archived",
    "an unarchived project is active again, and accepts new rounds",
    async (site) => {
      const { id } = await newProject(site);
      expectSuccess(await site.post(`/project:archive?id=${id}`));
      expect(expectSuccess(await site.post(`/project:unarchive?id=${id}`))).toMatchObject({
        archived_at: null,
        archived_by: null,
      });
      await newRound(site, { project_id: id });
    },
  ),
  rule(
    ARCHIVE,
    "archived project or round | unarchive | must be archived, else HTTP 422 | active |",
    "unarchiving a project that is not archived is a 422",
    async (site) => {
      const { id } = await newProject(site);
      expectInvalid(await site.post(`/project:unarchive?id=${id}`), "query", "id");
      expectRefused(await site.post(`/project:unarchive?id=${UNKNOWN}`), 404, "project_not_found");
    },
  ),
  rule(
    ARCHIVE,
    "active project or round | archive | | archived |",
    "archiving a project twice is a 409",
    async (site) => {
      const { id } = await newProject(site);
      expectSuccess(await site.post(`/project:archive?id=${id}`));
      expectRefused(await site.post(`/project:archive?id=${id}`), 409, "project_archived");
    },
  ),
  rule(ARCHIVE, ARCHIVED, "an archived project accepts no new round", async (site) => {
    const { id } = await newProject(site);
    expectSuccess(await site.post(`/project:archive?id=${id}`));
    expectRefused(await site.post("/round:create", { project_id: id, name: "r" }), 409, "project_archived");
  }),
  rule(ARCHIVE, ARCHIVED, "an archived project accepts no new load", async (site) => {
    const { id } = await newProject(site);
    expectSuccess(await site.post(`/project:archive?id=${id}`));
    const body = { context: { kind: "PROJECT", project_id: id } };
    expectRefused(await site.post("/data/load:create", body), 409, "project_archived");
  }),
  rule(ARCHIVE, ARCHIVED, "a round of an archived project accepts no new load", async (site) => {
    const { id } = await newProject(site);
    const round = await newRound(site, { project_id: id });
    expectSuccess(await site.post(`/project:archive?id=${id}`));
    const body = { context: { kind: "ROUND", round_id: round.id } };
    expectRefused(await site.post("/data/load:create", body), 409, "project_archived");
  }),
  rule(ARCHIVE, ARCHIVED, "an archived project, its rounds and its loads can still be read", async (site) => {
    const { id } = await newProject(site);
    const round = await newRound(site, { project_id: id });
    const load = await newLoad(site, { context: { kind: "PROJECT", project_id: id } });
    expectSuccess(await site.post(`/project:archive?id=${id}`));
    expectSuccess(await site.get(`/round:get?id=${round.id}`));
    expectSuccess(await site.get(`/data/load:get?id=${load.id}`));
    const listed = expectSuccess(await site.post(`/data/load:list?project_id=${id}`));
    expect(listed.items).toMatchObject([{ id: load.id }]);
  }),
];
