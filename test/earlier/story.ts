import type { Lab } from "../support/lab.ts";
import { addVariants, analysis, REFERENCE } from "../support/taskLab.ts";

/** Number of the first residue in the project's reference. */
export const FIRST_POSITION = 24;

const NESTED = [
  { name: "well", type: "STRING", nullable: false },
  { name: "day", type: "DATE" },
  { name: "read_at", type: "TIMESTAMP" },
  { name: "values", type: "ARRAY", item_type: { type: "FLOAT64" } },
  { name: "plate", type: "STRUCT", columns: [{ name: "name", type: "STRING" }] },
];
const VARIANTS = [
  { name: "sequence", type: "STRING" },
  { name: "activity", type: "FLOAT64" },
  { name: "batch_id", type: "STRING" },
];

/** Fills a workspace with one resource of each kind that later releases must be able to read. */
export async function tellStory(lab: Lab): Promise<void> {
  const { api, projectId } = lab;
  const context = { kind: "PROJECT", project_id: projectId };
  const round = await api.post<{ id: string }>("/round:create", { project_id: projectId, name: "first" });
  await api.post(`/project:setReferences?id=${projectId}`, {
    references: [{ name: "wild-type", monomer: REFERENCE, first_position: FIRST_POSITION }],
  });
  await loadVariants(lab, round.id);
  await nestedRows(lab, context);
  await mutationRows(lab, context);
  await namesThroughTime(lab, context);
  await tasks(lab);
}

/** Three loads into one table. The first load has many rows, and the last one is undone. */
async function loadVariants(lab: Lab, roundId: string): Promise<void> {
  const { api } = lab;
  await addVariants(lab, 60);
  const { version_id } = await api.get<{ version_id: string }>("/data/table:get?reference=variants");
  await api.post("/data/version:tag", { version_id, name: "paper" });
  const inRound = { kind: "ROUND", round_id: roundId, project_id: lab.projectId };
  const tables = { variants: { columns: VARIANTS, format: "CSV" } };
  await load(lab, inRound, tables, "later.csv", `sequence,activity,batch_id\n${REFERENCE},2.5,B7\n`);
  const undone = await load(
    lab,
    inRound,
    tables,
    "wrong.csv",
    `sequence,activity,batch_id\n${REFERENCE},99,B8\n`,
  );
  await api.post(`/data/load:undo?id=${undone}`);
}

async function nestedRows(lab: Lab, context: object): Promise<void> {
  const row = (well: string, value: number) =>
    JSON.stringify({
      ...{ well, day: "2026-11-26", read_at: "2026-11-26T12:00:00Z", values: [value, null] },
      plate: { name: "P1" },
    });
  const tables = { wells: { columns: NESTED, format: "NDJSON" } };
  await lab.api.post("/data/table:create", {
    kind: "TABLE",
    reference: "wells",
    columns: NESTED,
    key: ["well"],
  });
  await load(lab, context, tables, "wells.ndjson", `${row("A1", 1.5)}\n${row("A2", 2.5)}\n`);
}

/** Table with sequences that a load computed from mutations, in the numbering of the project's reference. */
async function mutationRows(lab: Lab, context: object): Promise<void> {
  const columns = [
    { name: "mutant", type: "STRING" },
    { name: "activity", type: "FLOAT64" },
  ];
  const sequence_from = { mutations: "mutant", reference: { project_reference: "wild-type" } };
  const tables = { codes: { columns, format: "CSV", sequence_from } };
  await load(lab, context, tables, "codes.csv", `mutant,activity\nK${FIRST_POSITION + 1}A,1.5\n`);
}

/** Reference that moved from one table to another, an archived table, and a view of a renamed table. */
async function namesThroughTime(lab: Lab, context: object): Promise<void> {
  const { api } = lab;
  const columns = [{ name: "n", type: "INT64" }];
  const loadNumber = (reference: string, n: number) =>
    load(lab, context, { [reference]: { columns, format: "CSV" } }, "n.csv", `n\n${n}\n`);
  await loadNumber("numbers", 1);
  const { version_id } = await api.get<{ version_id: string }>("/data/table:get?reference=numbers");
  await api.post("/data/version:tag", { version_id, name: "first-numbers" });
  await api.post("/data/table:rename?reference=numbers", { new_reference: "numbers_2025" });
  await loadNumber("numbers", 2);
  const query = "SELECT n FROM numbers_2025 UNION ALL SELECT n FROM numbers";
  await api.post("/data/table:create", { kind: "VIEW", reference: "both", query });
  await loadNumber("given_up", 3);
  await api.post("/data/table:archive?reference=given_up");
}

async function tasks(lab: Lab): Promise<void> {
  const { api, projectId } = lab;
  const context = { kind: "PROJECT", project_id: projectId };
  const finish = async (type: string, display_name: string, body: object): Promise<string> => {
    const task = await api.post<{ id: string }>(`/task/${type}:create`, { context, display_name, ...body });
    await api.finished(task.id).catch(() => undefined);
    return task.id;
  };
  const reference = { project_reference: "wild-type" };
  await finish("analyze.data/v2", "analysis", analysis(lab, { reference }));
  await finish("train/v2", "training", analysis(lab, { reference, folds: 2, seed: 1 }));
  const source = { kind: "LITERAL", rows: [{ sequence: REFERENCE }, { sequence: `A${REFERENCE.slice(1)}` }] };
  await finish("select/v2", "selection", {
    idempotency_key: "once",
    parameters: {
      assemblies: { kind: "MONOMER", source },
      ranker: { type: "PRE_RANKED", hit_redundancy: 3 },
      ...{ min_assemblies_to_select: 1, max_assemblies_to_select: 2 },
    },
  });
  const query = "SELECT sequence, activity FROM variants WHERE activity > 1000";
  await finish("analyze.data/v2", "failure", analysis(lab, { dataset: { kind: "QUERY", query } }));
}

async function load(
  { api }: Lab,
  context: object,
  tables: Record<string, object>,
  name: string,
  content: string,
): Promise<string> {
  const { id } = await api.post<{ id: string }>("/data/load:create", { context, tables });
  for (const reference of Object.keys(tables)) await api.upload(id, reference, name, content);
  await api.post(`/data/load:finalize?id=${id}`);
  const { state, errors } = await api.settled(id);
  if (state !== "COMPLETED") throw new Error(`The load ${id} is ${state}: ${errors.join(" ")}`);
  return id;
}
