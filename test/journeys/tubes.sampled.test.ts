import { translate } from "@pdp/basics/proteins";
import { beforeAll, expect, test } from "vitest";
import {
  type DesignLab,
  generator,
  runDesignTask,
  runTask,
  score,
  type Trained,
  trainedLab,
} from "#test/support/designLab.ts";
import { startCsvLoad } from "#test/support/lab.ts";
import { Pdp } from "#test/support/pdp.ts";

interface Well {
  plate: number;
  well: string;
  name: string;
  role: string;
  sequence: string | null;
}

let models: DesignLab;

beforeAll(async () => {
  models = await trainedLab();
});

/** What a reader exports for a plate: wells and values, without names. */
function readerFile(wells: readonly Well[]): string {
  const rows = wells.map(({ well, role }, index) => {
    const value = role === "BLANK" ? 0.01 : role === "PARENT" ? 1 + (index % 3) / 50 : 1.1 + (index % 7) / 10;
    return `${well},${value.toFixed(3)}`;
  });
  return `well,activity\n${rows.join("\n")}\n`;
}

/** Joins the values with the order, and keeps the wells with a protein. */
function named(wells: readonly Well[], file: string): [sequence: string, name: string, value: string][] {
  const values = new Map(
    file
      .trim()
      .split("\n")
      .slice(1)
      .map((line) => line.split(",") as [string, string]),
  );
  return wells.flatMap(({ well, name, sequence }) =>
    sequence === null ? [] : [[sequence, name, values.get(well) ?? ""]],
  );
}

function expectDna(csv: string, wells: readonly Well[]): void {
  const [header, ...rows] = csv
    .trim()
    .split("\n")
    .map((line) => line.split(","));
  expect(header).toEqual(["name", "sequence"]);
  const proteins = new Map(wells.flatMap(({ name, sequence }) => (sequence ? [[name, sequence]] : [])));
  expect(rows.map(([name]) => name).sort()).toEqual([...proteins.keys()].sort());
  for (const [name = "", dna = ""] of rows) {
    expect(translate(dna)).toBe(`${proteins.get(name)}*`);
    expect(dna).not.toMatch(/GGTCTC|GAGACC|CATATG/);
  }
}

test("designs become DNA, plates and the measurements of the next round over HTTP", async () => {
  const { lab } = models;
  const { api, projectId } = lab;
  const { task, rows } = await runDesignTask(models, "engineer/v2", {
    generator: generator(models),
    ranker: score(models),
    num_assemblies: 12,
    library: { codons: "NDT", max_positions: 2 },
    seed: 3,
  });
  const round = await api.post<{ id: string }>("/round:create", { project_id: projectId, name: "tubes" });
  const order = await api.post<{ id: string; wells: Well[] }>("/project/order:create", {
    project_id: projectId,
    round_id: round.id,
    name: "tubes",
    designs: { kind: "TABLE", table: task.result.selected_assemblies.table },
    plates: [
      {
        format: 96,
        layout: "RANDOM",
        keep_edges_free: true,
        controls: [
          { kind: "PARENT", replicates: 3 },
          { kind: "BLANK", replicates: 2 },
        ],
      },
    ],
  });
  expect(order.wells).toHaveLength(rows.length + 5);
  const wishes = { host: "E_COLI", avoid: ["BsaI", "NdeI"], stop_codon: "TAA", vendor: "TWIST" };
  const dna = await api.post<{ file: { content: string; is_verified: boolean; note: string } }>(
    `/project/order:dna?id=${order.id}`,
    wishes,
  );
  expectDna(dna.file.content, order.wells);
  expect([dna.file.is_verified, dna.file.note]).toEqual([
    false,
    expect.stringContaining("not been verified"),
  ]);

  const results = named(order.wells, readerFile(order.wells));
  const columns = [
    { name: "sequence", type: "STRING" },
    { name: "name", type: "STRING" },
    { name: "activity", type: "FLOAT64" },
  ];
  const csv = `sequence,name,activity\n${results.map((cells) => cells.join(",")).join("\n")}\n`;
  await api.settled(await startCsvLoad(lab, "tube_results", columns, csv));
  const found = await api.query(
    `SELECT r.name, r.activity, d.activity_mean FROM tube_results r JOIN ${task.result.selected_assemblies.table} d ON d.sequence = r.sequence`,
  );
  expect(found.toArray()).toHaveLength(rows.length);
  const trained = await runTask<Trained>(lab, "train/v2", {
    dataset: {
      kind: "QUERY",
      query: "SELECT sequence, activity FROM variants UNION ALL SELECT sequence, activity FROM tube_results",
    },
    reference: { monomer: models.reference },
    assays: [{ assay_id: "activity" }],
    seed: 1,
  });
  const next = await runDesignTask({ ...models, ...trained.result.models }, "engineer/v2", {
    generator: generator({ ...models, ...trained.result.models }),
    ranker: score({ ...models, ...trained.result.models }),
    num_assemblies: 6,
    seed: 4,
  });
  const measured = new Set(results.map(([sequence]) => sequence));
  expect(next.rows.some(({ sequence }) => measured.has(sequence))).toBe(false);
});

test("designs become DNA, plates and the measurements of the next round on the command line", async () => {
  const { lab, scorer } = models;
  const { producer } = await lab.api.get<{ producer: { task_id: string } }>(
    `/data/artifact:get?id=${scorer.artifact_id}`,
  );
  const training = producer.task_id;
  const pdp = await Pdp.open(lab);
  try {
    const library = [
      "--library",
      "ndt",
      "--library-max-positions",
      "1",
      "--cost",
      "well=2",
      "--cost",
      "gene=50",
    ];
    const flags = ["--models", training, "--maximize", "activity", "-n", "8", "--seed", "1", ...library];
    const designed = await pdp.done("engineer", "--project", lab.projectId, ...flags);
    const task = designed.trim();
    const { result } = await pdp.json<{ result: { library: { table: string } } }>("task", "show", task);
    const costs = await pdp.done("sql", `SELECT codons, cost, cost_designs FROM ${result.library.table}`);
    expect(costs).toContain("NDT\t70.0\t416.0");
    const plate = ["--plate", "96", "--layout", "random", "--parent", "2", "--blank", "1", "--seed", "5"];
    const id = (
      await pdp.done("order", "create", "cli tubes", "--project", lab.projectId, "--task", task, ...plate)
    ).trim();
    const { wells } = await pdp.json<{ wells: Well[] }>("order", "show", id);
    const dna = ["--host", "e_coli", "--avoid", "BsaI,NdeI", "--stop", "taa"];
    expectDna(await pdp.done("order", "dna", id, ...dna), wells);
    const results = named(wells, readerFile(wells)).map(
      ([sequence, name, value]) => `${sequence},${name},${value}`,
    );
    await pdp.write("reader.csv", `sequence,name,activity\n${results.join("\n")}\n`);
    await pdp.done("import", "reader.csv", "--into", "cli_tubes", "--project", lab.projectId);
    const query =
      "SELECT sequence, activity FROM variants UNION ALL SELECT sequence, activity FROM cli_tubes";
    const reference = ["--reference", models.reference, "--assay", "activity", "--seed", "1"];
    const trained = await pdp.done("train", "--project", lab.projectId, "--query", query, ...reference);
    const next = await pdp.done(
      "engineer",
      "--project",
      lab.projectId,
      "--models",
      trained.trim(),
      ...flags.slice(2, 8),
    );
    const listed = await pdp.json<{ sequence: string }[]>("designs", next.trim());
    const measured = new Set(wells.map(({ sequence }) => sequence));
    expect(listed.filter(({ sequence }) => measured.has(sequence))).toEqual([]);
  } finally {
    await pdp.close();
  }
});
