import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { localIdp } from "#local/idp/localIdp.ts";
import { type Platform, startPlatform } from "#local/startPlatform.ts";
import { ApiClient, type TaskView } from "../../examples/apiClient.ts";
import { unpackFolder } from "../earlier/packedFolder.ts";
import { FIRST_POSITION } from "../earlier/story.ts";
import { type Lab, memberToken, scalar } from "../support/lab.ts";
import { REFERENCE } from "../support/taskLab.ts";

/*
 * Data folders of earlier versions of the service: `test/earlier/story.ts` says what happened in them. A change that cannot
 * read one of them needs code that can, never a new folder.
 */
const FOLDERS = ["2026-11"];

interface Listed<T> {
  items: T[];
}

// biome-ignore lint/suspicious/noExplicitAny: parts of answers are read by their names
type Json = any;

describe.each(FOLDERS)("the data folder from release %s", (name) => {
  let folder: string;
  let platform: Platform;
  let lab: Lab;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "earlier-"));
    await unpackFolder(join(import.meta.dirname, "..", "earlier", `${name}.br`), folder);
    platform = await startPlatform({ port: 0, dataDirectory: folder });
    lab = await openLab();
  });

  afterAll(async () => {
    await platform?.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function openLab(): Promise<Lab> {
    const addresses = { platformUrl: platform.url, idpUrl: platform.idpUrl, dataDirectory: folder };
    const [orgId = ""] = await localIdp(addresses).workspaceOrganizations("earlier");
    const token = await memberToken(addresses, orgId, "earlier@example.org");
    const api = new ApiClient(`${platform.euUrl}/v2/workspace/earlier`, token);
    const { items } = await api.get<Listed<{ id: string }>>("/project:list");
    const projectId = items[0]?.id ?? "";
    return { name: "earlier", regionUrl: platform.euUrl, orgId, token, api, projectId };
  }

  const list = async (path: string): Promise<Json[]> => (await lab.api.get<Listed<Json>>(path)).items;
  const value = async (query: string): Promise<unknown> => scalar(lab, query);

  async function taskOf(title: string): Promise<TaskView<Json> & Json> {
    const { id } = (await list("/task:list?limit=50")).find(({ display_name }) => display_name === title);
    return lab.api.get(`/task:get?id=${id}`);
  }

  it("a project from an earlier release keeps its reference, round and summary", async () => {
    const project = await lab.api.get<Json>(`/project:get?id=${lab.projectId}`);
    expect(project.references).toMatchObject([
      { name: "wild-type", monomer: REFERENCE, first_position: FIRST_POSITION, positions: null },
    ]);
    const summary = await lab.api.get<Json>(`/project:summary?id=${lab.projectId}`);
    expect(summary).toMatchObject({
      rounds: [{ name: "first", loads: 1, rows: 1 }],
      outside_rounds: { tasks: { completed: 3, failed: 1 } },
      assays: [{ assay_id: "activity", best_value: 1.762, problem: null }],
    });
  });

  it("rows from an earlier release are unchanged, including nested types and mutations", async () => {
    expect(await value("SELECT count(*) FROM variants")).toBe(61n);
    expect(await value(`SELECT max("$line") FROM variants`)).toBe(61n);
    expect(await value(`SELECT sum("values"[1]) FROM wells WHERE plate.name = 'P1'`)).toBe(4);
    expect(await value("SELECT CAST(day AS VARCHAR) FROM wells WHERE well = 'A2'")).toBe("2026-11-26");
    expect(await value("SELECT sequence FROM codes")).toBe(`MA${REFERENCE.slice(2)}`);
  });

  it("tables from an earlier release are listed with their kinds", async () => {
    const tables = (await list("/data/table:list?limit=100")).map(
      ({ reference, kind }) => `${reference} ${kind}`,
    );
    const listed = await value(
      "SELECT array_join(array_agg(concat(table_name, if(table_type = 'VIEW', ' VIEW', ' TABLE'))), ',') FROM information_schema.tables WHERE table_schema = 'main'",
    );
    expect(tables).toContain("both VIEW");
    expect(String(listed).split(",").toSorted()).toEqual(tables.toSorted());
  });

  it("tags from an earlier release work for references that moved between tables", async () => {
    const tags = await list("/data/version:listTags");
    expect(tags.map((tag) => tag.name).toSorted()).toEqual(["first-numbers", "paper"]);
    expect(await value("SELECT count(*) FROM variants FOR VERSION AS OF 'paper'")).toBe(60n);
    expect(await value("SELECT n FROM numbers FOR VERSION AS OF 'first-numbers'")).toBe(1n);
    expect(await value("SELECT n FROM numbers")).toBe(2n);
    expect(await value("SELECT sum(n) FROM both")).toBe(3n);
    const kinds = new Set((await list("/data/version:list?limit=100")).map(({ kind }) => kind));
    for (const kind of ["TABLE_CREATE", "LOAD", "UNDO_LOAD", "TABLE_RENAME", "TABLE_ARCHIVE"])
      expect(kinds).toContain(kind);
    const [archived] = await list("/data/table:listArchived?reference=given_up");
    await lab.api.post(`/data/table:unarchive?id=${archived.id}`);
    expect(await value("SELECT n FROM given_up")).toBe(3n);
  });

  it("an undone load from an earlier release can be redone and undone again", async () => {
    const loads = await list("/data/load:list?limit=50");
    const undone = loads.filter(({ state, is_active }) => state === "COMPLETED" && !is_active);
    expect(undone).toHaveLength(1);
    const [{ id }] = undone as [{ id: string }];
    const count = () => value("SELECT count(*) FROM variants WHERE activity = 99");
    await lab.api.post(`/data/load:redo?id=${id}`);
    await lab.api.settled(id);
    expect(await count()).toBe(1n);
    expect(await lab.api.get<Json>(`/data/load:undoPreview?id=${id}`)).toMatchObject({
      tables: [{ reference: "variants" }],
    });
    await lab.api.post(`/data/load:undo?id=${id}`);
    await lab.api.settled(id);
    expect(await count()).toBe(0n);
  });

  it("tasks from an earlier release keep their parameters, results, reports and input rows", async () => {
    const analysis = await taskOf("analysis");
    expect(analysis).toMatchObject({
      state: "COMPLETED",
      parameters: { reference: { project_reference: "wild-type", first_position: FIRST_POSITION } },
    });
    expect(await value(`SELECT count(*) FROM tasks.task_${analysis.id}.dataset`)).toBe(61n);
    expect(await value(`SELECT count(*) FROM snapshots.id_${analysis.data_snapshots.dataset}`)).toBe(61n);
    const { artifact_id } = analysis.result.report;
    const report = await lab.api.download(`/data/artifact:download?id=${artifact_id}&format=json`);
    expect(JSON.parse(Buffer.from(report).toString("utf8"))).toMatchObject({ title: "analysis" });
    expect(await taskOf("failure")).toMatchObject({ state: "FAILED", errors: [expect.any(String)] });
    const selection = await taskOf("selection");
    expect(await value(`SELECT count(*) FROM ${selection.result.selected_assemblies.table}`)).toBe(2n);
    const again = await lab.api.get<Json>(
      `/task:getByIdempotencyKey?idempotency_key=once&project_id=${lab.projectId}`,
    );
    expect(again.id).toBe(selection.id);
  });

  it("a model from an earlier release can predict", async () => {
    const training = await taskOf("training");
    const source = { kind: "LITERAL", rows: [{ sequence: REFERENCE }] };
    const { id } = await lab.api.post<{ id: string }>("/task/predict/v1:create", {
      context: { kind: "PROJECT", project_id: lab.projectId },
      parameters: {
        scorer: { artifact_id: training.result.models.scorer.artifact_id },
        assemblies: { kind: "MONOMER", source },
      },
    });
    const { result } = await lab.api.finished<Json>(id);
    expect(await value(`SELECT count(*) FROM ${result.predictions.table}`)).toBe(1n);
  });
});
