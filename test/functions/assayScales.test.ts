import { createRandom } from "@pdp/basics/statistics";
import { beforeAll, describe, expect, it } from "vitest";
import { type Predicted, runTask, type Trained } from "#test/support/designLab.ts";
import { request } from "#test/support/http.ts";
import { type Lab, sharedLab, startCsvLoad } from "#test/support/lab.ts";
import { REFERENCE } from "#test/support/taskLab.ts";

const LETTERS = "ACDEFGHIKLMNPQRSTVWY";
const COLUMNS = ["sequence", "rate", "shift"].map((name) => ({
  name,
  type: name === "sequence" ? "STRING" : "FLOAT64",
}));

/** Variants with up to three mutations; their rates are products of effects, and their shifts sums around zero. */
function csv(rows: number): string {
  const random = createRandom("scales");
  const effects = Float64Array.from({ length: REFERENCE.length * 20 }, () => random.normal());
  const lines = Array.from({ length: rows }, () => {
    const letters = [...REFERENCE];
    let sum = 0;
    for (let mutation = 0; mutation < 3; mutation += 1) {
      const [at, letter] = [1 + random.integer(REFERENCE.length - 1), random.integer(20)];
      letters[at] = LETTERS[letter]!;
      sum += effects[at * 20 + letter]!;
    }
    return [letters.join(""), (30 * Math.exp(1.2 * sum)).toFixed(4), sum.toFixed(4)].join(",");
  });
  return `sequence,rate,shift\n${lines.join("\n")}\n`;
}

let lab: Lab;

beforeAll(async () => {
  lab = await sharedLab();
  await lab.api.settled(await startCsvLoad(lab, "scaled", COLUMNS, csv(70)));
});

async function train(assays: { assay_id: string; scale_type?: string }[]) {
  const { result } = await runTask<Trained>(lab, "train/v2", {
    dataset: { kind: "TABLE", table: "scaled" },
    reference: { monomer: REFERENCE },
    assays,
    folds: 2,
    seed: 1,
  });
  const read = (id: string) => lab.api.get<{ data: Record<string, never> }>(`/data/artifact:get?id=${id}`);
  const { data: model } = await read(result.models.scorer.artifact_id);
  const { data: report } = await read(result.report.artifact_id);
  const { assays: modeled } = model as unknown as { assays: { scale_type: string }[] };
  const { summary, figures } = report as unknown as {
    summary: string;
    figures: { scale_reasons: string[] };
  };
  return { scales: modeled.map(({ scale_type }) => scale_type), reasons: figures.scale_reasons, summary };
}

describe("assays without a stated scale", () => {
  it("a project's scale is chosen from the data once, and a change is reported", async () => {
    const first = await train([{ assay_id: "rate" }, { assay_id: "shift" }]);
    expect(first.scales).toEqual(["MULTIPLICATIVE", "ADDITIVE"]);
    expect(first.reasons).toEqual(["DATA", "DATA"]);
    expect(first.summary).toContain(
      "rate: Values are compared as ratios, because ratios describe them better than differences",
    );
    expect(first.summary).toContain("shift: Values are compared by their differences: many are below zero");

    const changed = await train([{ assay_id: "rate", scale_type: "ADDITIVE" }]);
    expect(changed.summary).toContain(
      "The project's latest model of this assay compares them as ratios: the two models cannot be compared",
    );

    // The scale of the latest model is used, although ratios describe the values better.
    const kept = await train([{ assay_id: "rate" }]);
    expect([kept.scales, kept.reasons]).toEqual([["ADDITIVE"], ["EARLIER"]]);
    expect(kept.summary).toContain("But ratios describe them better");
  });

  it("another project's scale is chosen separately", async () => {
    const { id } = await lab.api.post<{ id: string }>("/project:create", { name: "another-scale" });
    const other = { ...lab, projectId: id };
    await lab.api.settled(await startCsvLoad(other, "scaled_elsewhere", COLUMNS, csv(40)));
    const { result } = await runTask<Predicted>(other, "analyze.data/v2", {
      dataset: { kind: "TABLE", table: "scaled_elsewhere" },
      reference: { monomer: REFERENCE },
      assays: [{ assay_id: "rate" }],
    });
    const path = `/v2/workspace/${lab.name}/data/artifact:download?id=${result.report.artifact_id}&format=json`;
    const { body } = await request("GET", `${lab.regionUrl}${path}`, lab);
    expect(JSON.stringify(body)).toContain(
      "Values are compared as ratios, because ratios describe them better",
    );
  });
});
