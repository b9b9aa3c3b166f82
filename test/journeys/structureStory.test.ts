import { createRandom } from "@pdp/basics/statistics";
import { beforeAll, describe, expect, it } from "vitest";
import {
  type Designed,
  type DesignLab,
  generator,
  likelihood,
  runTask,
  type Trained,
} from "#test/support/designLab.ts";
import { type Lab, newLab, startCsvLoad } from "#test/support/lab.ts";
import { addStructure, structureReference } from "#test/support/structureTraining.ts";
import { waitForTask } from "#test/support/taskLab.ts";

/** From a structure to a first plate without any measurement, and to a second one with the results. */

let lab: Lab;
let reference: string;
let structure: string;
let first: string[];
let models: DesignLab;

interface Generator {
  requirements?: { apply_to: { ranges: Record<string, [number, number][]> } }[];
}

interface Report {
  data: { summary: string };
}

async function summaryOf(trained: Trained): Promise<string> {
  const { artifact_id: id } = trained.result.report;
  return (await lab.api.get<Report>(`/data/artifact:get?id=${id}`)).data.summary;
}

beforeAll(async () => {
  lab = await newLab();
  reference = await structureReference();
  structure = await addStructure(lab);
});

describe("a project with a structure", () => {
  it("gets a first plate before anything is measured: plausible, and spread over the protein", async () => {
    const trained = await runTask<Trained>(lab, "train/v2", {
      data: { kind: "MONOMER" },
      structure: { artifact_id: structure },
      reference: { monomer: reference },
      seed: 1,
    });
    expect(await summaryOf(trained)).toContain(
      "Trained from chain A of a structure, without measurements: the models propose",
    );
    const { table: substitutions } = trained.result.substitutions!;
    const [row] = await lab.api.query(
      `SELECT count(*) AS n, count(structure_score) AS scored, count(homolog_score) AS homologs,
              avg(structure_score) FILTER (WHERE residue = 'P') AS prolines, avg(structure_score) AS mean
       FROM ${substitutions}`,
    );
    expect({ n: Number(row?.n), scored: Number(row?.scored), homologs: Number(row?.homologs) }).toEqual({
      n: 19 * reference.length,
      scored: 19 * reference.length,
      homologs: 0,
    });
    expect(row?.prolines).toBeLessThan(row?.mean);
    models = { lab, reference, ...trained.result.models };
    const designed = await runTask<Designed>(lab, "diversify/v2", {
      generator: generator(models, { min_mutations: 1, max_mutations: 2 }),
      ranker: likelihood(models),
      num_assemblies: 48,
      seed: 1,
    });
    const table = designed.result.selected_assemblies.table;
    const rows = await lab.api.query(`SELECT sequence FROM ${table}`);
    first = Array.from(rows, (row) => String(row?.sequence));
    expect(new Set(first).size).toBe(48);
    const changed = first.flatMap((sequence) =>
      [...reference].flatMap((letter, at) => (sequence[at] === letter ? [] : [at])),
    );
    expect(new Set(changed).size).toBeGreaterThan(8);
  });

  it("learns from the results of the first plate, and states what the structure contributed", async () => {
    const random = createRandom("structureStory");
    const effects = Array.from(reference, () => random.normal());
    const lines = first.map((sequence) => {
      const value = effects.reduce(
        (sum, effect, at) => sum + (sequence[at] === reference[at] ? 0 : effect),
        0,
      );
      return `${sequence},${(10 + value).toFixed(3)}`;
    });
    const columns = [
      { name: "sequence", type: "STRING" },
      { name: "activity", type: "FLOAT64" },
    ];
    const load = await startCsvLoad(lab, "plate1", columns, ["sequence,activity", ...lines, ""].join("\n"));
    await lab.api.settled(load);
    const trained = await runTask<Trained>(lab, "train/v2", {
      dataset: { kind: "TABLE", table: "plate1" },
      structure: { artifact_id: structure },
      reference: { monomer: reference },
      assays: [{ assay_id: "activity", scale_type: "ADDITIVE" }],
      seed: 1,
    });
    expect(await summaryOf(trained)).toMatch(/-?\d\.\d+ with the structure and -?\d\.\d+ without/);
    expect(trained.result.models.scorer.artifact_id).toMatch(/^\d+$/);
  });

  it("keeps positions by their distance in the structure, and the task shows them", async () => {
    const center = 30;
    const near = { within: 8, of: { positions: [center] } };
    const parameters = (apply_to: object) => ({
      generator: generator(models, {
        max_mutations: 3,
        requirements: [{ apply_to, operator: "keep" }],
        discourage_mutations: { within: 5, of: { positions: [0] } },
      }),
      ranker: likelihood(models),
      num_assemblies: 24,
      seed: 1,
    });
    const changedBy = async (apply_to: object) => {
      const task = await runTask<Designed>(lab, "diversify/v2", parameters(apply_to));
      const { requirements } = (task as unknown as { parameters: { generator: Generator } }).parameters
        .generator;
      const kept = new Set(
        requirements![0]!.apply_to.ranges.monomer!.flatMap(([from, to]) =>
          Array.from({ length: to - from }, (_, index) => from + index),
        ),
      );
      const rows = await lab.api.query(`SELECT sequence FROM ${task.result.selected_assemblies.table}`);
      const changed = Array.from(rows, (row) => String(row?.sequence)).flatMap((sequence) =>
        [...reference].flatMap((letter, at) => (sequence[at] === letter ? [] : [at])),
      );
      return { kept, changed };
    };
    const { kept, changed } = await changedBy(near);
    expect(kept.has(center)).toBe(true);
    expect(kept.size).toBeGreaterThan(3);
    expect(kept.size).toBeLessThan(reference.length / 2);
    expect(changed.filter((at) => kept.has(at))).toEqual([]);
    const farther = await changedBy({ beyond: 8, of: near.of });
    expect(farther.changed.filter((at) => !kept.has(at))).toEqual([]);
    const buried = await changedBy({ buried: 0.3 });
    expect(buried.changed.filter((at) => buried.kept.has(at))).toEqual([]);
    const exposed = await changedBy({ exposed: 0.3 });
    expect([...exposed.kept, ...buried.kept].toSorted((a, b) => a - b)).toEqual([...[...reference].keys()]);
    const refused = (apply_to: object) =>
      lab.api.post("/task/diversify/v2:create", {
        context: { kind: "PROJECT", project_id: lab.projectId },
        parameters: parameters(apply_to),
      });
    await expect(refused({ within: 8, of: "ligand" })).rejects.toThrow(
      "has no ligand, metal or nucleic acid",
    );
    await expect(refused({ within: 8, of: { chain: "Q" } })).rejects.toThrow("has no chain Q; its chains: A");
    await expect(refused({ within: 8 })).rejects.toThrow("State from what the distance is measured");
    await expect(refused({ exposed: 0.2, buried: 0.3 })).rejects.toThrow("State one of: of, exposed, buried");
    await expect(refused({ buried: 1e-9 })).rejects.toThrow("No position has less than 1e-9 of its surface");
    await expect(refused({ ranges: { monomer: [] } })).rejects.toThrow(
      "State the ranges to keep, a region, or a part of the structure",
    );
  });

  it("cannot train with a structure of another protein, or with one that has no file", async () => {
    const other = [...reference].toReversed().join("");
    const parameters = {
      data: { kind: "MONOMER" },
      structure: { artifact_id: structure },
      reference: { monomer: other },
    };
    const { id: task } = await lab.api.post<{ id: string }>("/task/train/v2:create", {
      context: { kind: "PROJECT", project_id: lab.projectId },
      parameters,
    });
    expect((await waitForTask(lab, task)).errors).toEqual([
      "No chain of the structure has half of its residues in common with the reference. Choose the structure of this protein, or check the reference.",
    ]);
    const { id } = await lab.api.post<{ id: string }>("/data/artifact:create", {
      type: "protein.structure/v1",
      context: { kind: "WORKSPACE" },
      name: "empty",
    });
    await expect(runTask(lab, "train/v2", { ...parameters, structure: { artifact_id: id } })).rejects.toThrow(
      "no file that can be read",
    );
    await expect(runTask(lab, "train/v2", { data: { kind: "MONOMER" } })).rejects.toThrow("or a structure");
  });
});
