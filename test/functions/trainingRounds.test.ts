import { createRandom } from "@pdp/basics/statistics";
import { beforeAll, describe, expect, it } from "vitest";
import { trainQuery } from "#client/requests/trainRequest.ts";
import { runTask, type Trained } from "#test/support/designLab.ts";
import { request } from "#test/support/http.ts";
import { type Lab, sharedLab } from "#test/support/lab.ts";
import { REFERENCE } from "#test/support/taskLab.ts";

const LETTERS = "ACDEFGHIKLMNPQRSTVWY";
const COLUMNS = ["sequence", "activity", "plate"].map((name) => ({
  name,
  type: name === "activity" ? "FLOAT64" : "STRING",
}));

/** Variants on two plates, each with four wells of the reference; `shift` is added to all values. */
function csv(seed: string, rows: number, shift: number): string {
  const random = createRandom(seed);
  const lines = Array.from({ length: rows }, (_, row) => {
    const letters = [...REFERENCE];
    const at = 1 + ((row * 3 + (seed === "first" ? 0 : 1)) % (REFERENCE.length - 1));
    letters[at] = LETTERS[random.integer(20)]!;
    const value = 5 + at / 10 + 0.1 * random.normal() + shift;
    return [letters.join(""), value.toFixed(3), `P${row % 2}`].join(",");
  });
  const wells = Array.from({ length: 8 }, (_, well) => {
    const value = 5 + 0.05 * random.normal() + shift;
    return [REFERENCE, value.toFixed(3), `P${well % 2}`].join(",");
  });
  return `sequence,activity,plate\n${[...lines, ...wells].join("\n")}\n`;
}

interface Report {
  summary: string;
  sections: { title: string; table?: { rows: unknown[][] } }[];
  figures: Record<string, unknown[]>;
}

let lab: Lab;

beforeAll(async () => {
  lab = await sharedLab();
  for (const [name, rows, shift] of [
    ["first", 40, 0],
    ["second", 24, 4],
  ] as const) {
    const { id } = await lab.api.post<{ id: string }>("/round:create", { project_id: lab.projectId, name });
    const context = { kind: "ROUND", round_id: id };
    const tables = { measured_in_rounds: { columns: COLUMNS, format: "CSV" } };
    const load = await lab.api.post<{ id: string }>("/data/load:create", { context, tables });
    await lab.api.upload(load.id, "measured_in_rounds", "rows.csv", csv(name, rows, shift));
    await lab.api.post(`/data/load:finalize?id=${load.id}`);
    await lab.api.settled(load.id);
  }
});

async function train(dataset: object, scale_type = "ADDITIVE"): Promise<{ task: Trained; report: Report }> {
  const task = await runTask<Trained>(lab, "train/v2", {
    dataset,
    reference: { monomer: REFERENCE },
    assays: [{ assay_id: "activity", scale_type }],
    folds: 2,
    seed: 1,
  });
  const id = task.result.report.artifact_id;
  const path = `/v2/workspace/${lab.name}/data/artifact:download?id=${id}&format=json`;
  const { body } = await request("GET", `${lab.regionUrl}${path}`, lab);
  return { task, report: body };
}

const rowsOf = ({ sections }: Report, title: string) =>
  sections.find((section) => section.title === title)?.table?.rows;
const ROUNDS = "How well are the variants of each round ordered?";
const BATCHES = "How well are the variants of each batch ordered?";

describe("a project trains on all its rounds", () => {
  it("rounds are batches, and quality and the last round's predictions are stated", async () => {
    const { report } = await train({ kind: "TABLE", table: "measured_in_rounds" });
    expect(rowsOf(report, ROUNDS)?.map(([round]) => round)).toEqual(["first", "second"]);
    const [last] = rowsOf(report, "Retrospective check: the last round")!;
    expect(last!.slice(0, 2)).toEqual(["activity", "second"]);
    // The second round's shift of 4 is known from the wells of the reference.
    expect(Math.abs(Number(last![3]) - Number(last![4]))).toBeLessThan(1.5);
    expect(report.summary).toMatch(
      /for the \d+ new variants of second, a model of the other variants predicts/,
    );
    expect(report.figures.batches).toEqual([2]);
  });

  it("a plate is a batch within its round, also in the console's query and in a snapshot of it", async () => {
    const query = trainQuery({
      table: "measured_in_rounds",
      sequenceColumn: "sequence",
      assays: [{ column: "activity", scale: null }],
      batch: "plate",
      hasLoads: true,
    });
    const { task, report } = await train({ kind: "QUERY", query });
    expect(
      rowsOf(report, BATCHES)
        ?.map(([batch]) => batch)
        .toSorted(),
    ).toEqual(["first, P0", "first, P1", "second, P0", "second, P1"]);
    expect(rowsOf(report, ROUNDS)).toHaveLength(2);
    const again = await train({ kind: "SNAPSHOT", task_id: task.id, name: "dataset" });
    expect(rowsOf(again.report, ROUNDS)).toEqual(rowsOf(report, ROUNDS));
  });

  it("ranks are not compared within rounds, which would hide the progress between them", async () => {
    const { report } = await train({ kind: "TABLE", table: "measured_in_rounds" }, "RANK");
    expect(report.figures.batch_correction).toEqual([null]);
    expect(rowsOf(report, ROUNDS)).toHaveLength(2);
  });

  it("rows of a view have no rounds, and errors do not list hidden columns", async () => {
    const { report } = await train({
      kind: "QUERY",
      query: "SELECT sequence, activity FROM measured_in_rounds",
    });
    expect(rowsOf(report, ROUNDS)).toBeUndefined();
    const { id } = await lab.api.post<{ id: string }>("/task/train/v2:create", {
      context: { kind: "PROJECT", project_id: lab.projectId },
      parameters: {
        dataset: { kind: "QUERY", query: 'SELECT plate, activity, "$load_id" FROM measured_in_rounds' },
        reference: { monomer: REFERENCE },
        assays: [{ assay_id: "activity" }],
      },
    });
    const failed = await lab.api.get<{ errors: string[] }>(`/task:get?id=${id}&wait_seconds=20`);
    expect(failed.errors.join()).toContain('its columns: "plate", "activity".');
  });
});
