import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TaskView } from "./apiClient.ts";
import { ask, type Session } from "./demoSession.ts";
import { runTimed, say, show } from "./narration.ts";
import { REFERENCE, trueActivity } from "./variants.ts";

/** Number of steps in the story of the designs. */
export const DESIGN_STEPS = 3;

interface Result {
  models: { sampler: { artifact_id: string }; scorer: { artifact_id: string } | null };
  selected_assemblies: { table: string };
  report: { artifact_id: string };
}

/** Creates a task and follows it to completion. */
async function task({ api, projectId }: Session, type: string, parameters: object): Promise<Result> {
  const context = { kind: "PROJECT", project_id: projectId };
  const { id } = await api.post<{ id: string }>(`/task/${type}:create`, { context, parameters });
  let shown = "";
  const onWait = ({ progress }: TaskView<Result>): void => {
    const { phase, step, num_steps } = progress ?? { step: null };
    const words = step === null ? "" : `${phase} ${step}/${num_steps} … `;
    if (words !== shown) process.stdout.write(words);
    shown = words;
  };
  const { result } = await runTimed(`task/${type}:create, until it has ended`, () =>
    api.finished<Result>(id, { onWait, maxPauseMs: 100 }),
  );
  return result;
}

async function summary({ api }: Session, artifactId: string): Promise<string> {
  return (await api.get<{ data: { summary: string } }>(`/data/artifact:get?id=${artifactId}`)).data.summary;
}

/** Saves a report as a page in a folder. */
async function keepReport({ api }: Session, { report }: Result, folder: string, name: string): Promise<void> {
  const path = join(folder, `${name}.html`);
  await writeFile(path, await api.download(`/data/artifact:download?id=${report.artifact_id}&format=html`));
  show(`The whole report, to be opened in a browser: ${path}`);
}

/** Trains on generated data, designs the next variants, and saves the reports in a folder. */
export async function designs(session: Session, reports: string): Promise<void> {
  say("Train on 1,000 rows: which sequences are plausible, and what values to expect.");
  const trained = await task(session, "train/v2", {
    dataset: { kind: "QUERY", query: "SELECT sequence, activity FROM variants WHERE variant_id <= 1000" },
    reference: { monomer: REFERENCE },
    assays: [{ assay_id: "activity", name: "Activity", unit: "relative", scale_type: "MULTIPLICATIVE" }],
    seed: 1,
  });
  show(await summary(session, trained.report.artifact_id));
  await keepReport(session, trained, reports, "training");
  const { sampler, scorer } = trained.models;
  const generator = {
    type: "MODEL_BASED",
    template: { kind: "MONOMER", assembly: { monomer: REFERENCE }, sampler },
    max_mutations: 4,
  };

  say("Diversify: plausible variants, without looking at the assay.");
  const diverse = await task(session, "diversify/v2", {
    generator,
    ranker: {
      type: "LIKELIHOOD_BASED",
      sampler_config: { kind: "MONOMER_SAMPLER", sampler, reference_assembly: { monomer: REFERENCE } },
    },
    num_assemblies: 48,
    seed: 1,
  });
  await printTruth(session, diverse.selected_assemblies.table);

  say("Engineer: variants that should be better than all measured ones, and some that teach the most.");
  const improved = await task(session, "engineer/v2", {
    generator,
    ranker: {
      type: "SCORE_BASED",
      primary_objective: { measure: { assay_id: "activity", direction: "MAXIMIZE" }, reference: 1 },
      scorer_config: { kind: "MONOMER_SCORER", scorer },
    },
    num_assemblies: 48,
    seed: 1,
  });
  const { table } = improved.selected_assemblies;
  await ask(
    session.api,
    `SELECT rank, mutations, activity_mean, activity_sd, purpose\nFROM ${table}\nORDER BY rank\nLIMIT 5`,
  );
  await printTruth(session, table);
  await printMeasured(session);
  await keepReport(session, improved, reports, "designs");
}

/** Compares the designs with the true values, which are known for generated data. */
async function printTruth({ api }: Session, table: string): Promise<void> {
  const rows = await api.query(`SELECT sequence FROM ${table}`);
  const values = Array.from(rows.getChild("sequence").toArray() as string[], trueActivity).sort(
    (a, b) => b - a,
  );
  const best = (values[0] ?? 0).toFixed(2);
  const median = (values[Math.floor(values.length / 2)] ?? 0).toFixed(2);
  show(
    `In truth, of these ${values.length}: the best has ${best} times the reference's activity, the median ${median}.`,
  );
}

/** Reports the true values of the best measured variants, for comparison with the designs. */
async function printMeasured({ api }: Session): Promise<void> {
  const rows = await api.query(
    "SELECT sequence FROM variants WHERE variant_id <= 1000 AND activity IS NOT NULL ORDER BY activity DESC",
  );
  const values = Array.from(rows.getChild("sequence").toArray() as string[], trueActivity);
  const [first = 0] = values;
  show(
    `Of the 1,000 variants used for training, the one that measured best has ${first.toFixed(2)} times, and none has more than ${Math.max(...values).toFixed(2)}.`,
  );
}
