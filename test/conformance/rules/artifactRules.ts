import { expect } from "vitest";
import type { Context } from "#shared/domain/context.ts";
import { otherLab } from "../../support/lab.ts";
import { expectInvalid, expectRefused, expectSuccess } from "../expectations.ts";
import { newProject, newRound, UNKNOWN } from "../given.ts";
import { operationRule, type Rule, rule } from "../rule.ts";
import type { Site } from "../site.ts";
import { storeArtifactRecord } from "../stored.ts";

const ARTIFACT = "Specification: Artifact";
const OPERATIONS = "Specification: Operations of artifacts";
const FIELDS =
  "Fields: `id`, `created_at`, `created_by`, `context` (`{kind: WORKSPACE}` in responses), `type` (string with a version suffix, for example a protein-structure type at `/v1`; the full list of type values and the content of `data`: not shown), `data` (object), `producer` (`{kind: TASK, task_id}`).";
const LIST =
  "list artifacts | `type` string or null; `project_id` string or null; `round_id` string or null; `limit`; `cursor`; `order` | page of artifacts";
const GET = "get artifact | `id` | artifact";
const DOWNLOAD = "`:get?id` `:list` `:download?id` (the stored payload: a report as HTML, a model file)";
const FORMATS =
  "`/data/artifact:download?id&format=html` (default `json`): HTML goes out as an attachment with `Content-Security-Policy: sandbox`";
const SUFFIX = "artifact types carry one as well (for example `/v1`)";
const INCLUDES =
  "The list filter `project_id` includes the project's rounds and excludes the workspace context.";
const CREATE =
  '`POST data/artifact:create` `{type: "protein.structure/v1", context, name}` → artifact with `upload_url`; `producer: {kind: USER, user_id}`; strict clients do not see it';
const ARCHIVE_STRUCTURE = [
  "Clients: Orders and structures",
  "`data/structure:archive` hides a structure from lists and new tasks, `data/structure:unarchive` shows it again.",
] as const;
const TYPES = ["report/v1", "model.sampler/v1", "model.scorer/v1"] as const;

async function idsIn(site: Site, query: string): Promise<string[]> {
  const page = expectSuccess(await site.get(`/data/artifact:list?limit=1000&${query}`));
  return page.items.map(({ id }: { id: string }) => id);
}

async function newStructure(site: Site, project_id: string) {
  const body = { type: "protein.structure/v1", context: { kind: "PROJECT", project_id }, name: "2QMT" };
  return expectSuccess(await site.post("/data/artifact:create", body));
}

function report(site: Site) {
  return storeArtifactRecord(site, {
    payloads: {
      json: { content_type: "application/json", filename: "report.json", content: '{"sections":[]}' },
      html: {
        content_type: "text/html; charset=utf-8",
        filename: 'a "report".html',
        content: "<!doctype html><p>é",
      },
    },
  });
}

/** One artifact in each context. */
async function spread(site: Site) {
  const { id: project_id } = await newProject(site);
  const { id: round_id } = await newRound(site, { project_id });
  const of = async (context: Context) => (await storeArtifactRecord(site, { context })).id;
  return {
    project: project_id as string,
    round: round_id as string,
    ofWorkspace: await of({ kind: "WORKSPACE" }),
    ofProject: await of({ kind: "PROJECT", project_id }),
    ofRound: await of({ kind: "ROUND", round_id, project_id }),
    ofOther: await of({ kind: "PROJECT", project_id: site.lab.projectId }),
  };
}

export const artifactRules: readonly Rule[] = [
  operationRule(
    "getArtifact",
    OPERATIONS,
    GET,
    "an artifact can be read; an unknown id is a 404",
    async (site) => {
      const artifact = await storeArtifactRecord(site, { data: { spearman: 0.5 } });
      expect(expectSuccess(await site.get(`/data/artifact:get?id=${artifact.id}`))).toStrictEqual(artifact);
      expectRefused(await site.get(`/data/artifact:get?id=${UNKNOWN}`), 404, "artifact_not_found");
      expectInvalid(await site.get("/data/artifact:get"), "query", "id");
      expectInvalid(await site.get("/data/artifact:get?id=x"), "query", "id");
    },
  ),
  rule(
    ARTIFACT,
    FIELDS,
    "an artifact has exactly the documented fields, without its storage location",
    async (site) => {
      const { id } = await report(site);
      const { items } = expectSuccess(await site.get("/data/artifact:list?order=DESC&limit=1000"));
      const fields = ["context", "created_at", "created_by", "data", "id", "producer", "type"];
      const listed = items.find((one: { id: string }) => one.id === id);
      expect(Object.keys(listed).toSorted()).toEqual(fields);
      expect(listed.producer).toEqual({ kind: "TASK", task_id: expect.any(String) });
    },
  ),
  rule("Specification: Versioning", SUFFIX, "every type of artifact has a version suffix", async (site) => {
    for (const type of TYPES) {
      const { id } = await storeArtifactRecord(site, { type });
      const got = expectSuccess(await site.get(`/data/artifact:get?id=${id}`));
      expect(got.type).toBe(type);
      expect(got.type).toMatch(/\/v\d+$/);
    }
  }),
  operationRule("listArtifacts", OPERATIONS, LIST, "type filters artifacts by type", async (site) => {
    const { id: project_id } = await newProject(site);
    const made: [string, string][] = [];
    for (const type of [...TYPES, ...TYPES]) {
      made.push([
        type,
        (await storeArtifactRecord(site, { type, context: { kind: "PROJECT", project_id } })).id,
      ]);
    }
    for (const type of TYPES) {
      const wanted = made.filter(([one]) => one === type).map(([, id]) => id);
      const listed = await idsIn(site, `project_id=${project_id}&type=${type}`);
      expect(listed.toSorted()).toEqual(wanted.toSorted());
    }
    expect(await idsIn(site, `project_id=${project_id}`)).toHaveLength(made.length);
  }),
  rule(OPERATIONS, LIST, "without a filter, the artifacts of every context are listed", async (site) => {
    const { ofWorkspace, ofProject, ofRound, ofOther } = await spread(site);
    const all = [ofWorkspace, ofProject, ofRound, ofOther];
    expect(await idsIn(site, "order=DESC")).toEqual(expect.arrayContaining(all));
  }),
  rule(
    "Decisions: More detail",
    INCLUDES,
    "a project's artifacts include those of its rounds",
    async (site) => {
      const { project, ofProject, ofRound } = await spread(site);
      expect((await idsIn(site, `project_id=${project}`)).toSorted()).toEqual(
        [ofProject, ofRound].toSorted(),
      );
    },
  ),
  rule(OPERATIONS, LIST, "round_id lists only that round's artifacts", async (site) => {
    const { round, ofRound } = await spread(site);
    expect(await idsIn(site, `round_id=${round}`)).toEqual([ofRound]);
  }),
  rule(
    "Decisions: Errors",
    "both `project_id` and `round_id`",
    "artifacts of a project and a round together are a 422, of unknown ones a 404",
    async (site) => {
      const { project, round } = await spread(site);
      const path = "/data/artifact:list";
      expectInvalid(await site.get(`${path}?project_id=${project}&round_id=${round}`), "query", "round_id");
      expectRefused(await site.get(`${path}?project_id=${UNKNOWN}`), 404, "project_not_found");
      expectRefused(await site.get(`${path}?round_id=${UNKNOWN}`), 404, "round_not_found");
    },
  ),
  rule(
    "Specification: What the service does",
    "**Artifacts** hold outputs of tasks (models, predictions and similar); they are produced only by tasks and cannot be uploaded.",
    "no operation creates a model or a report, or changes or deletes an artifact",
    async (site) => {
      const context = { kind: "WORKSPACE" };
      for (const type of ["report/v1", "model.sampler/v1", "model.scorer/v1"])
        expectInvalid(await site.post("/data/artifact:create", { type, context, name: "x" }), "body", "type");
      for (const verb of ["upload", "update", "delete", "archive"]) {
        expectRefused(await site.post(`/data/artifact:${verb}`, {}), 404, "path_not_found");
      }
      for (const verb of ["get", "list", "download"]) {
        expectRefused(await site.post(`/data/artifact:${verb}`, {}), 405, "method_not_allowed");
      }
    },
  ),
  operationRule(
    "createArtifact",
    "Decisions of 2026-11-28: Other operations",
    CREATE,
    "a structure is created with an address for its file, and strict clients do not see it",
    async (site) => {
      const { id: project } = await newProject(site);
      const { id, upload_url, producer, data } = await newStructure(site, project);
      expect(new URL(upload_url).searchParams.has("X-Amz-Signature")).toBe(true);
      expect(producer).toEqual({ kind: "USER", user_id: expect.any(String) });
      expect(data).toEqual({ name: "2QMT", state: "WAITING_FOR_FILE" });
      const structures = `type=protein.structure/v1&project_id=${project}`;
      expect(expectSuccess(await site.get(`/data/artifact:list?${structures}`)).items).toMatchObject([
        { id, data: { name: "2QMT" } },
      ]);
      const strict = { headers: { "api-compatibility": "strict" } };
      const list = expectSuccess(await site.get(`/data/artifact:list?project_id=${project}`, strict));
      expect(list.items).toEqual([]);
      expectRefused(await site.get(`/data/artifact:get?id=${id}`, strict), 409, "not_representable");
      expectSuccess(await site.post(`/project:archive?id=${project}`));
      const body = {
        type: "protein.structure/v1",
        context: { kind: "PROJECT", project_id: project },
        name: "x",
      };
      expectRefused(await site.post("/data/artifact:create", body), 409, "project_archived");
    },
  ),
  operationRule(
    "archiveStructure",
    ...ARCHIVE_STRUCTURE,
    "an archived structure is not listed, and an artifact of a task cannot be archived",
    async (site) => {
      const { id: project } = await newProject(site);
      const { id } = await newStructure(site, project);
      const archived = expectSuccess(await site.post(`/data/structure:archive?id=${id}`));
      expect(archived).toMatchObject({ archived_at: expect.any(String), archived_by: expect.any(String) });
      expect(await idsIn(site, `project_id=${project}`)).toEqual([]);
      expect(await idsIn(site, `project_id=${project}&include_archived=true`)).toEqual([id]);
      expectRefused(await site.post(`/data/structure:archive?id=${id}`), 409, "structure_archived");
      const other = await report(site);
      expectRefused(await site.post(`/data/structure:archive?id=${other.id}`), 404, "artifact_not_found");
    },
  ),
  operationRule(
    "unarchiveStructure",
    ...ARCHIVE_STRUCTURE,
    "an unarchived structure is listed again",
    async (site) => {
      const { id: project } = await newProject(site);
      const { id } = await newStructure(site, project);
      expectSuccess(await site.post(`/data/structure:archive?id=${id}`));
      const shown = expectSuccess(await site.post(`/data/structure:unarchive?id=${id}`));
      expect(shown).not.toHaveProperty("archived_at");
      expect(await idsIn(site, `project_id=${project}`)).toEqual([id]);
      expectInvalid(await site.post(`/data/structure:unarchive?id=${id}`), "query", "id");
    },
  ),
  operationRule(
    "downloadArtifact",
    "Decisions: Paths",
    DOWNLOAD,
    "a payload is downloaded unchanged",
    async (site) => {
      const { id } = await report(site);
      const { status, headers, body } = await site.get(`/data/artifact:download?id=${id}`);
      expect([status, body]).toEqual([200, { sections: [] }]);
      expect(headers.get("content-type")).toBe("application/json");
      expect(headers.get("content-disposition")).toContain('attachment; filename="report.json"');
      expectRefused(await site.get(`/data/artifact:download?id=${UNKNOWN}`), 404, "artifact_not_found");
      expectInvalid(await site.get("/data/artifact:download"), "query", "id");
    },
  ),
  rule("Decisions: Values", FORMATS, "a page is an attachment in a sandbox", async (site) => {
    const { id } = await report(site);
    const { status, headers, body } = await site.get(`/data/artifact:download?id=${id}&format=html`);
    expect([status, body]).toEqual([200, "<!doctype html><p>é"]);
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(headers.get("content-security-policy")).toBe("sandbox");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-disposition")).toBe(
      "attachment; filename=\"a _report_.html\"; filename*=UTF-8''a%20%22report%22.html",
    );
  }),
  rule(
    "Decisions: Values",
    FORMATS,
    "an unavailable format is a 422 that names the available ones",
    async (site) => {
      const { id } = await report(site);
      for (const format of ["pdf", "HTML", "constructor", "__proto__", "x".repeat(21)]) {
        expectInvalid(await site.get(`/data/artifact:download?id=${id}&format=${format}`), "query", "format");
      }
      const { body } = await site.get(`/data/artifact:download?id=${id}&format=pdf`);
      expect(body.detail[0].msg).toMatch(/\b(json or html|html or json)$/);
    },
  ),
  rule(
    "Specification: What the service does",
    "No information is shared across workspaces.",
    "an artifact of another workspace is unknown in this one",
    async (site) => {
      const other = await otherLab();
      for (const { id } of [await report(site), await newStructure(site, site.lab.projectId)])
        for (const verb of ["get", "download"]) {
          const path = `/v2/workspace/${other.name}/data/artifact:${verb}?id=${id}`;
          expectRefused(await site.region("GET", path, { token: other.token }), 404, "artifact_not_found");
        }
      const path = `/v2/workspace/${other.name}/data/artifact:list`;
      const list = expectSuccess(await site.region("GET", path, { token: other.token }));
      expect(list).toEqual({ items: [], cursor: null });
    },
  ),
];
