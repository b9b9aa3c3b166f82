import { beforeAll, expect, it } from "vitest";
import {
  type Designed,
  type DesignLab,
  generator,
  likelihood,
  runDesignTask,
  score,
  trainedLab,
} from "#test/support/designLab.ts";
import { request } from "#test/support/http.ts";

interface LibraryRow {
  num_positions: bigint;
  positions: string;
  codons: string;
  residues: string;
  size: bigint;
  clones: bigint;
  expected_best: number;
  expected_best_as_designs: number;
  expected_best_design: number;
  share_good: number;
  share_stop: number;
  cost: number | null;
  cost_designs: number | null;
  parent: string;
}

let models: DesignLab;

beforeAll(async () => {
  models = await trainedLab();
});

async function libraryOf(type: string, parameters: object): Promise<{ task: Designed; rows: LibraryRow[] }> {
  const { task } = await runDesignTask(models, type, parameters);
  const { library } = task.result as Designed["result"] & { library: { table: string } };
  const found = await models.lab.api.query(`SELECT * FROM ${library.table} ORDER BY num_positions`);
  return { task, rows: found.toArray() as LibraryRow[] };
}

it("engineer returns the best library for each number of positions, with its costs", async () => {
  const { task, rows } = await libraryOf("engineer/v2", {
    generator: generator(models),
    ranker: score(models),
    num_assemblies: 8,
    library: {
      codons: "NDT",
      max_positions: 3,
      max_size: 2_000,
      costs: { well: 2, library: 300, gene: 50 },
    },
    seed: 1,
  });
  expect(rows.map(({ size, clones }) => [Number(size), Number(clones)])).toEqual([
    [12, 35],
    [144, 430],
    [1_728, 5_176],
  ]);
  for (const row of rows) {
    const positions = row.positions.split(";").map(Number);
    expect(positions).toHaveLength(Number(row.num_positions));
    expect(row.codons).toBe(positions.map(() => "NDT").join(";"));
    for (const [at, text] of row.residues.split(";").entries()) {
      const position = positions[at] ?? 0;
      expect(text).toBe(`${models.reference[position - 1]}${position}CDFGHILNRSVY`);
    }
    expect(row.parent).toBe(models.reference);
    expect(row.expected_best).toBeGreaterThanOrEqual(row.expected_best_as_designs);
    expect([row.cost, row.cost_designs]).toEqual([300 + 2 * Number(row.clones), 8 * 52]);
    expect(row.share_stop).toBe(0);
  }
  expect(rows.at(-1)?.expected_best).toBeGreaterThan(rows[0]?.expected_best ?? 0);
  const { artifact_id } = task.result.report;
  const json = await models.lab.api.download(`/data/artifact:download?id=${artifact_id}&format=json`);
  const report = JSON.parse(new TextDecoder().decode(json)) as {
    sections: { title: string; table?: { rows: unknown[][] } }[];
  };
  const section = report.sections.find(({ title }) => title === "Degenerate library");
  expect(section?.table?.rows.map(([, codons]) => codons)).toEqual(["NDT", "NDT NDT", "NDT NDT NDT"]);
});

it("select chooses codons at the positions where the listed sequences differ from the reference", async () => {
  const { reference } = models;
  const changed = [4, 9, 20].map(
    (at) => `${reference.slice(0, at)}${reference[at] === "A" ? "G" : "A"}${reference.slice(at + 1)}`,
  );
  const { rows } = await libraryOf("select/v2", {
    assemblies: {
      kind: "MONOMER",
      source: { kind: "LITERAL", rows: changed.map((sequence) => ({ sequence })) },
    },
    ranker: score(models),
    min_assemblies_to_select: 1,
    max_assemblies_to_select: 3,
    library: {},
    seed: 1,
  });
  for (const { positions, size, share_stop } of rows) {
    expect(["5", "10", "21"]).toEqual(expect.arrayContaining(positions.split(";")));
    expect(Number(size)).toBeLessThanOrEqual(3_000);
    expect(share_stop).toBe(0);
  }
});

it("a library that does not fit is refused with the reason", async () => {
  const { lab } = models;
  const common = { generator: generator(models), num_assemblies: 4, seed: 1 };
  const context = { kind: "PROJECT", project_id: lab.projectId };
  const create = (type: string, parameters: object) =>
    request("POST", `${lab.regionUrl}/v2/workspace/${lab.name}/task/${type}:create`, {
      token: lab.token,
      body: { context, parameters },
    });
  const ranker = score(models);
  const objective = { ...ranker.primary_objective, measure: { assay_id: "activity", direction: "TARGET" } };
  for (const [parameters, loc, message] of [
    [{ ranker, library: { codons: "ATG" } }, "codons", "not a degenerate codon"],
    [{ ranker, library: { positions: [3, 3] } }, "positions", "each only once"],
    [{ ranker, library: { positions: [3], max_positions: 2 } }, "max_positions", "all used"],
    [
      { ranker: { ...ranker, primary_objective: objective }, library: {} },
      "library",
      "to MAXIMIZE or MINIMIZE",
    ],
  ] as const) {
    const { status, body } = await create("engineer/v2", { ...common, ...parameters });
    expect([status, body.detail[0].loc.at(-1)]).toEqual([422, loc]);
    expect(body.detail[0].msg).toContain(message);
  }
  const select = await create("select/v2", {
    assemblies: { kind: "MONOMER", source: { kind: "LITERAL", rows: [{ sequence: models.reference }] } },
    ranker: likelihood(models),
    min_assemblies_to_select: 0,
    max_assemblies_to_select: 4,
    library: {},
  });
  expect(select.status).toBe(422);
  const { body: large } = await create("engineer/v2", {
    ...common,
    ranker,
    library: { codons: "NNK", positions: [3, 5, 7], max_size: 3_000 },
  });
  const failed = await lab.api.get<{ state: string; errors: string[] }>(
    `/task:get?id=${large.id}&wait_seconds=20`,
  );
  expect([failed.state, failed.errors.join()]).toEqual([
    "FAILED",
    expect.stringContaining("NNK at 3 positions has at least 32,768 combinations of codons"),
  ]);
});
