import { createRandom } from "@pdp/basics/statistics";
import { readStructure } from "@pdp/formats/proteins";
import { beforeAll, describe, expect, it } from "vitest";
import { storedText } from "../shared/science/inverseFolding/structureFiles.ts";
import { type Designed, runTask, type Trained } from "../support/designLab.ts";
import { request } from "../support/http.ts";
import { type Lab, sharedLab } from "../support/lab.ts";

const LETTERS = "ACDEFGHIKLMNPQRSTVWY";
const RESIDUES = 45;

let lab: Lab;
let structure: string;
let vh: string;
let vl: string;
let trained: Trained;

/** Returns the first residues of a stored structure as another chain, in lines of a PDB file. */
function chainLines(name: "selenomethionine-1a8o" | "two-chains-4gyt", chain: string): string[] {
  const atoms = storedText(name)
    .split("\n")
    .filter((line) => /^(?:ATOM {2}|HETATM)/.test(line) && line[21] === "A" && line.slice(17, 20) !== "HOH");
  const numbers = [...new Set(atoms.map((line) => line.slice(22, 27)))].slice(0, RESIDUES);
  return atoms
    .filter((line) => numbers.includes(line.slice(22, 27)))
    .map((line) => `${line.slice(0, 21)}${chain}${line.slice(22)}`);
}

/** Moves atoms so that the first one is near a place. */
function movedTo(lines: readonly string[], place: readonly number[]): string[] {
  const at = (line: string) => [30, 38, 46].map((column) => Number(line.slice(column, column + 8)));
  const from = at(lines[0]!);
  return lines.map((line) => {
    const moved = at(line).map((value, axis) => (value - from[axis]! + place[axis]!).toFixed(3).padStart(8));
    return `${line.slice(0, 30)}${moved.join("")}${line.slice(54)}`;
  });
}

const likelihood = () => ({
  type: "LIKELIHOOD_BASED",
  sampler_config: {
    kind: "VHVL_SAMPLER",
    sampler: trained.result.models.sampler,
    reference_assembly: { vh, vl },
  },
});

beforeAll(async () => {
  lab = await sharedLab();
  const heavy = chainLines("selenomethionine-1a8o", "H");
  const end = heavy.at(-1)!;
  const place = [30, 38, 46].map(
    (column, axis) => Number(end.slice(column, column + 8)) + (axis === 0 ? 5 : 0),
  );
  const light = movedTo(chainLines("two-chains-4gyt", "L"), place);
  const file = [...heavy, "TER", ...light, "TER", "END", ""].join("\n");
  const { residues } = await readStructure([Buffer.from(file)]);
  [vh, vl] = ["H", "L"].map((name) =>
    residues
      .filter(({ chain }) => chain === name)
      .map(({ letter }) => letter)
      .join(""),
  ) as [string, string];
  const created = await lab.api.post<{ id: string; upload_url: string }>("/data/artifact:create", {
    type: "protein.structure/v1",
    context: { kind: "PROJECT", project_id: lab.projectId },
    name: "two chains",
  });
  await fetch(created.upload_url, { method: "PUT", body: file });
  structure = created.id;
  const random = createRandom("structure of two chains");
  const mutate = (sequence: string) => {
    const letters = [...sequence];
    letters[random.integer(letters.length)] = LETTERS[random.integer(20)]!;
    return letters.join("");
  };
  const rows = Array.from({ length: 40 }, () => ({
    vh: mutate(vh),
    vl: mutate(vl),
    binding: random.normal(),
  }));
  trained = await runTask<Trained>(lab, "train/v2", {
    data: { kind: "VHVL", homologs: null, dataset: { kind: "LITERAL", rows } },
    reference: { vh, vl },
    structure: { artifact_id: structure },
    assays: [{ assay_id: "binding", scale_type: "ADDITIVE" }],
    primary_objective: null,
    seed: 1,
  });
});

describe("a structure of two chains", () => {
  it("a training matches both chains and scores the substitutions of each", async () => {
    const { result } = trained;
    expect(result.models).toMatchObject({ kind: "VH_VL" });
    const json = await lab.api.download(
      `/data/artifact:download?id=${result.report.artifact_id}&format=json`,
    );
    expect(new TextDecoder().decode(json)).toContain("from the backbone of the chains H and L");
    const rows = (
      await lab.api.query(
        `SELECT chain, count(*) AS n, min(position) AS low, max(position) AS high, count(structure_score) AS scored FROM ${result.substitutions?.table} GROUP BY chain ORDER BY chain`,
      )
    )
      .toArray()
      .map((row) => [row.chain, Number(row.n), Number(row.low), Number(row.high), Number(row.scored)]);
    const of = (chain: string, { length }: string) => [chain, 19 * length, 1, length, 19 * length];
    expect(rows).toEqual([of("vh", vh), of("vl", vl)]);
    const [mutation] = (
      await lab.api.query(
        `SELECT mutation FROM ${result.substitutions?.table} WHERE chain = 'vl' AND position = 3 LIMIT 1`,
      )
    ).toArray();
    expect(mutation?.mutation).toMatch(new RegExp(`^L:${vl[2]}3[A-Z]$`));
  });

  it("designs keep the residues of one chain that are near the other", async () => {
    const keep = (chain: string) => ({
      apply_to: { within: 8, of: { chain } },
      motifs: [],
      operator: "keep",
    });
    const { result, parameters } = await runTask<Designed & { parameters: unknown }>(lab, "diversify/v2", {
      generator: {
        type: "MODEL_BASED",
        template: { kind: "VHVL", assembly: { vh, vl }, sampler: trained.result.models.sampler },
        max_mutations: 3,
        requirements: [keep("L"), keep("H")],
      },
      ranker: likelihood(),
      num_assemblies: 6,
      seed: 1,
    });
    const [nearLight, nearHeavy] = (
      parameters as {
        generator: { requirements: { apply_to: { ranges: Record<string, [number, number][]> } }[] };
      }
    ).generator.requirements.map(({ apply_to: { ranges } }) => ranges);
    expect(Object.keys(nearLight ?? {})).toEqual(["vh"]);
    expect(Object.keys(nearHeavy ?? {})).toEqual(["vl"]);
    const rows = (await lab.api.query(`SELECT vh, vl FROM ${result.selected_assemblies.table}`)).toArray();
    expect(rows).toHaveLength(6);
    for (const row of rows) {
      for (const [from, to] of nearLight?.vh ?? []) expect(row.vh.slice(from, to)).toBe(vh.slice(from, to));
      for (const [from, to] of nearHeavy?.vl ?? []) expect(row.vl.slice(from, to)).toBe(vl.slice(from, to));
    }
  });

  it("positions of a template with two chains are refused as the origin of a distance", async () => {
    const { status, body } = await request(
      "POST",
      `${lab.regionUrl}/v2/workspace/${lab.name}/task/diversify/v2:create`,
      {
        ...lab,
        body: {
          context: { kind: "PROJECT", project_id: lab.projectId },
          parameters: {
            generator: {
              type: "MODEL_BASED",
              template: { kind: "VHVL", assembly: { vh, vl }, sampler: trained.result.models.sampler },
              max_mutations: 3,
              requirements: [
                { apply_to: { within: 8, of: { positions: [3] } }, motifs: [], operator: "keep" },
              ],
            },
            ranker: likelihood(),
            num_assemblies: 6,
          },
        },
      },
    );
    expect(status).toBe(422);
    expect(JSON.stringify(body)).toContain("Positions of two chains are ambiguous");
  });
});
