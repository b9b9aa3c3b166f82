import { describe, expect, it } from "vitest";
import { sampled } from "#test/support/byNight.ts";
import { request } from "#test/support/http.ts";
import { scalar, sharedPlatform } from "#test/support/lab.ts";
import { addVariants, analysis, labWithVariants, type TaskView, waitForTask } from "#test/support/taskLab.ts";

/** Test name, changes to the parameters of an analysis that make its data unusable, and the expected error message. */
type Unreadable = [string, Record<string, unknown>, RegExp];
const ofLetters: Unreadable = [
  "reads sequences with letters that are not amino acids",
  { dataset: { kind: "QUERY", query: "SELECT 'MKB' AS sequence, activity FROM variants" } },
  /Row 1 of the query: the sequence has "B" at position 3/,
];
const UNREADABLE: Unreadable[] = [
  [
    "names a column that is not there",
    { assays: [{ assay_id: "actvity" }], dataset: { kind: "QUERY", query: "SELECT * FROM variants" } },
    /no column "actvity".*"activity"/,
  ],
  [
    "names an assay that is not a number",
    { assays: [{ assay_id: "batch_id" }], dataset: { kind: "QUERY", query: "SELECT * FROM variants" } },
    /"batch_id" is not a column of numbers: row 1/,
  ],
  [
    "has a reference that fits nothing",
    { reference: { monomer: "GGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGG" } },
    /does not match any of the sequences/,
  ],
  [
    "reads a query without sequences",
    { dataset: { kind: "QUERY", query: "SELECT activity FROM variants" } },
    /no column "sequence"; its columns: "activity"/,
  ],
  ofLetters,
];

describe("a task", () => {
  it("an analysis stores its report as an artifact, as JSON and as HTML", async () => {
    const lab = await labWithVariants();
    const created = await lab.api.post<TaskView>("/task/analyze.data/v2:create", analysis(lab));
    expect(created.state).toBe("INIT");
    const task = await waitForTask(lab, created.id);
    expect(task.errors).toEqual([]);
    expect(task.state).toBe("COMPLETED");
    const table = await lab.api.get<{ version_id: string }>("/data/table:get?reference=variants");
    expect(task.data_versions).toEqual({ variants: table.version_id });
    expect(task.data_snapshots).toEqual({ dataset: expect.stringMatching(/^\d+$/) });
    const id = task.result?.report.artifact_id ?? "";
    const artifact = await lab.api.get<Record<string, unknown>>(`/data/artifact:get?id=${id}`);
    expect(artifact).toMatchObject({
      id,
      type: "report/v1",
      context: { kind: "PROJECT", project_id: lab.projectId },
      producer: { kind: "TASK", task_id: task.id },
    });
    const url = `${lab.regionUrl}/v2/workspace/${lab.name}/data/artifact:download?id=${id}`;
    const json = await request("GET", url, lab);
    expect(json.body.sections.length).toBeGreaterThan(5);
    const page = await request("GET", `${url}&format=html`, lab);
    expect(page.headers.get("content-security-policy")).toBe("sandbox");
    expect(page.headers.get("content-disposition")).toMatch(/^attachment; filename="analysis-\d+\.html"/);
    expect(page.body).toContain("<svg");
    expect(page.body).not.toMatch(/<script|\son\w+\s*=|javascript:/i);
    const wrong = await request("GET", `${url}&format=pdf`, lab);
    expect(wrong.status).toBe(422);
    expect(wrong.body.detail[0].msg).toBe("This artifact is available only as html or json");
    const listed = await lab.api.get<{ items: unknown[] }>(
      `/data/artifact:list?type=report/v1&project_id=${lab.projectId}`,
    );
    expect(listed.items).toEqual([artifact]);
  });

  it.each(sampled(UNREADABLE, [ofLetters]))(
    "a task that %s fails with a user error and a message",
    async (_, parameters, sentence) => {
      const lab = await labWithVariants(30);
      const { id } = await lab.api.post<TaskView>("/task/analyze.data/v2:create", analysis(lab, parameters));
      const task = await waitForTask(lab, id);
      expect(task.state).toBe("FAILED");
      expect(task.errors.join(" ")).toMatch(sentence);
    },
  );

  it("a task reads the requested version, and the latest by default", async () => {
    const lab = await labWithVariants(30, sharedPlatform());
    const { version_id } = await lab.api.get<{ version_id: string }>("/data/table:get?reference=variants");
    await addVariants(lab, 60);
    const rows = async (dataset: Record<string, unknown>): Promise<unknown> => {
      const { id } = await lab.api.post<TaskView>("/task/analyze.data/v2:create", analysis(lab, { dataset }));
      const { result } = await waitForTask(lab, id);
      const artifact = await lab.api.get<{ data: { figures: Record<string, unknown> } }>(
        `/data/artifact:get?id=${result?.report.artifact_id}`,
      );
      return artifact.data.figures.rows;
    };
    expect(await rows({ kind: "TABLE", table: "variants", version_id })).toBe(30);
    expect(await rows({ kind: "TABLE", table: "variants" })).toBe(90);
    expect(await scalar(lab, "SELECT count(*) FROM variants")).toBe(90n);
  });

  it("a task of one project never reads rows of another", async () => {
    const lab = await labWithVariants(30, sharedPlatform());
    const other = await lab.api.post<{ id: string }>("/project:create", { name: "other" });
    const { id } = await lab.api.post<TaskView>(
      "/task/analyze.data/v2:create",
      analysis({ ...lab, projectId: other.id }),
    );
    const task = await waitForTask(lab, id);
    expect(task.state).toBe("FAILED");
    expect(task.errors.join(" ")).toMatch(
      /has no rows that this task can read. Its 30 rows belong to the project "project". Start the task there/,
    );
  });
});
