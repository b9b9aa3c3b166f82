import { beforeAll, expect, it } from "vitest";
import {
  type DesignLab,
  filter,
  likelihood,
  runDesignTask,
  runTask,
  type Trained,
} from "#test/support/designLab.ts";
import { request } from "#test/support/http.ts";
import { newLab, startCsvLoad } from "#test/support/lab.ts";

const REFERENCE = "MKTAYIAKQRQISFVKSHFS";
const SHORTER = REFERENCE.replace("Y", "");
interface Section {
  title: string;
  text: string;
  table: { rows: (string | number)[][] };
}
const column = (name: string, type: "STRING" | "FLOAT64") => ({ name, type, nullable: false });
const COLUMNS = [column("sequence", "STRING"), column("activity", "FLOAT64")];
let models: DesignLab;

beforeAll(async () => {
  const lab = await newLab();
  const rows = [...REFERENCE].slice(1).flatMap((_, index) =>
    ["A", "W"].flatMap((letter, kind) => {
      const at = index + 1;
      const single = REFERENCE.slice(0, at) + letter + REFERENCE.slice(at + 1);
      // The deletion doubles the value, tryptophans halve it.
      const value = (kind === 0 ? 1 : 0.5) + 0.01 * (index % 3);
      const shorter = at === 4 || at === 5 ? [] : [`${single.slice(0, 4)}${single.slice(5)},${2 * value}`];
      return [`${single},${value}`, ...(index % 2 === kind ? shorter : [])];
    }),
  );
  const csv = ["sequence,activity", `${REFERENCE},1`, `${SHORTER},2`, ...rows].join("\n");
  const id = await startCsvLoad(lab, "variants", COLUMNS, `${csv}\n`);
  await lab.api.settled(id);
  const trained = await runTask<Trained>(lab, "train/v2", {
    dataset: { kind: "TABLE", table: "variants" },
    reference: { monomer: REFERENCE },
    assays: [{ assay_id: "activity", scale_type: "MULTIPLICATIVE" }],
    folds: 2,
    seed: 1,
  });
  models = { lab, reference: REFERENCE, ...trained.result.models };
});

const generator = (allow_indels: boolean) => ({
  type: "MODEL_BASED",
  template: { kind: "MONOMER", assembly: { monomer: REFERENCE }, sampler: models.sampler },
  max_mutations: 3,
  allow_indels,
});
const shorter = (rows: readonly { sequence: string }[]) =>
  rows.filter(({ sequence }) => sequence.length === SHORTER.length).length;

it("engineer combines a measured deletion with substitutions if allowed, and reports it", async () => {
  const parameters = (allowed: boolean) => ({
    generator: generator(allowed),
    ranker: {
      type: "SCORE_BASED",
      primary_objective: {
        measure: { assay_id: "activity", direction: "MAXIMIZE" },
        reference: { reference: { monomer: REFERENCE } },
      },
      scorer_config: {
        kind: "MONOMER_SCORER",
        scorer: models.scorer,
        controls: { kind: "LIST", sequences: [REFERENCE, SHORTER, REFERENCE.replace("K", "KWWW")] },
      },
    },
    num_assemblies: 12,
    seed: 1,
  });
  const { task, rows } = await runDesignTask(models, "engineer/v2", parameters(true));
  expect(shorter(rows)).toBeGreaterThan(6);
  const { report } = task.result;
  const { data } = await models.lab.api.get<{ data: { summary: string } }>(
    `/data/artifact:get?id=${report.artifact_id}`,
  );
  const [, measured] =
    data.summary.match(/the best measured variant, which the model estimates at ([\d.]+)/) ?? [];
  expect(Number(measured)).toBeGreaterThan(1.5);
  expect(data.summary).toMatch(
    /\d+ designs have insertions or deletions found in measured variants \(1 distinct/,
  );
  const path = `/v2/workspace/${models.lab.name}/data/artifact:download?id=${report.artifact_id}&format=json`;
  const { body } = await request("GET", `${models.lab.regionUrl}${path}`, models.lab);
  const controls = (body.sections as Section[]).find(({ title }) => title === "Controls");
  expect(controls?.table.rows.map(([name]) => name)).toEqual(["template", "Y5del"]);
  const [templateValue, shorterValue] = controls?.table.rows.map((row) => Number(row[3])) ?? [];
  expect(shorterValue).toBeGreaterThan(1.5 * templateValue!);
  expect(controls?.text).toContain("1 control is missing: the models cannot predict a length");
  const [best] = rows.filter(({ sequence }) => sequence.length === SHORTER.length);
  expect(best?.mutations).toContain("Y5del");
  expect(best?.parent).toBe(REFERENCE);
  const without = await runDesignTask(models, "engineer/v2", parameters(false));
  expect(shorter(without.rows)).toBe(0);
});

it("diversify proposes measured deletions if they help to pass a filter", async () => {
  const { rows } = await runDesignTask(models, "diversify/v2", {
    generator: generator(true),
    filterers: [filter(models, "activity", 1.6)],
    ranker: { ...likelihood(models), hit_redundancy: 1 },
    num_assemblies: 8,
    seed: 1,
  });
  expect(shorter(rows)).toBeGreaterThan(4);
});
