import { AMINO_ACIDS } from "@pdp/basics/proteins";
import { createRandom } from "@pdp/basics/statistics";
import { openThreads } from "@pdp/science/linearAlgebra";
import { fitSampler, planScorer, runScorerStage, scorerStages } from "@pdp/science/models";
import { residueIndices } from "@pdp/science/sequences";
import { benchProgram } from "./support/benchProgram.ts";

const SUMMARY = `Processor time and peak memory of a training: one assay of generated variants with up to five mutations and additive effects, and, with
--homologs, a sampler of unaligned related sequences. Prints one line for each kind of stage; progress moves after each stage.`;
const DEFAULTS = { rows: 1_000, length: 237, homologs: 0, threads: 2 };
const MAX_MUTATIONS = 5;

if (import.meta.main) await benchProgram(SUMMARY, DEFAULTS, main);

async function main({ rows, length, homologs, threads: count }: typeof DEFAULTS): Promise<void> {
  const random = createRandom("training");
  const draw = (): string => AMINO_ACIDS[random.integer(AMINO_ACIDS.length)]!;
  const reference = Array.from({ length }, draw).join("");
  const mutate = (mutations: number): string => {
    const letters = [...reference];
    for (let mutation = 0; mutation < mutations; mutation += 1) letters[random.integer(length)] = draw();
    return letters.join("");
  };
  const effects = new Map<string, number>();
  const effect = (key: string): number => {
    const known = effects.get(key) ?? 0.4 * random.normal();
    effects.set(key, known);
    return known;
  };
  const sequences = Array.from({ length: rows }, () => mutate(1 + random.integer(MAX_MUTATIONS)));
  const values = Float64Array.from(sequences, (text) =>
    [...text].reduce(
      (sum, letter, at) => sum + (letter === reference[at] ? 0 : effect(`${at}${letter}`)),
      0.3 * random.normal(),
    ),
  );
  const related = Array.from({ length: homologs }, () =>
    mutate(Math.round(length / 2)).slice(random.integer(9)),
  );
  let before = seconds();
  const fitted = await fitSampler(
    { reference: residueIndices(reference), homologs: related },
    { threads: count },
  );
  console.log(`sampler (${fitted.summary.kind}): ${(seconds() - before).toFixed(1)} s`);
  const sampler = homologs > 0 ? fitted.sampler : null;
  const assays = [{ assay_id: "value", scale_type: "ADDITIVE" as const }];
  const plan = planScorer({ reference, sequences, assays, values: [values], sampler, seed: 1 });
  const times = new Map<string, number[]>();
  for (const stage of scorerStages(plan)) {
    before = seconds();
    const threads = await openThreads(count);
    runScorerStage(plan, stage, threads);
    await threads.close();
    times.set(stage.kind, [...(times.get(stage.kind) ?? []), seconds() - before]);
  }
  for (const [kind, seconds] of times)
    console.log(
      `${kind}: ${seconds.length} × ${(seconds.reduce((sum, time) => sum + time, 0) / seconds.length).toFixed(1)} s`,
    );
  const total = [...times.values()].flat().reduce((sum, time) => sum + time, 0);
  console.log(`${rows} rows: ${total.toFixed(0)} s of CPU time, peak memory ${peakMegabytes()} MB`);
}

function seconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function peakMegabytes(): number {
  return Math.round(process.resourceUsage().maxRSS / 1024);
}
