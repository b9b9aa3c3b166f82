import { createRandom, spearman } from "@pdp/basics/statistics";
import { createScorer, enrichment, fitScorer, uncertainty, useOf } from "@pdp/science/models";
import { residueLetters } from "@pdp/science/sequences";
import { FAMILIES, type FamilyName } from "#test/support/landscapes/families.ts";
import { drawLibrary } from "#test/support/landscapes/library.ts";
import { benchProgram } from "./support/benchProgram.ts";
import { type Measurements, readScans, splitScan } from "./support/readScans.ts";

const SUMMARY = `Whether the verdict on predictions is right: on public scans, on the same scans with shuffled values, and on generated
landscapes with 15 % and 80 % noise. Predictions help if, for unseen variants, their rank correlation is at least 0.3 or the top
tenth is enriched twofold. "no" should be wrong in at most a quarter, and "yes" right in 95 %.`;

const DEFAULTS = { rows: 40, seeds: 3, first: 0 };
const NOISES = [0.15, 0.8];

interface Case {
  kind: string;
  reference: string;
  training: Measurements;
  test: Measurements;
  seed: string;
}

const VERDICTS = ["yes", "for the best", "probably", "improbably", "no"] as const;

if (import.meta.main) await benchProgram(SUMMARY, DEFAULTS, main);

async function main({ rows, seeds, first }: typeof DEFAULTS): Promise<void> {
  const counts = new Map<string, Map<string, [useless: number, useful: number]>>();
  for (let seed = first; seed < first + seeds; seed += 1) {
    for (const testCase of [...(await scanCases(rows, seed)), ...generatedCases(rows, seed)]) {
      const { verdict, helps } = await judge(testCase);
      for (const kind of [testCase.kind, "all"]) {
        const countsOfKind = counts.get(kind) ?? new Map(VERDICTS.map((name) => [name, [0, 0]]));
        countsOfKind.get(verdict)![helps ? 1 : 0] += 1;
        counts.set(kind, countsOfKind);
      }
    }
  }
  for (const [kind, countsOfKind] of counts) {
    const parts = [...countsOfKind].map(([name, [useless, useful]]) => `${name} ${useful} + ${useless}`);
    console.log(`${rows} rows, ${seeds} seeds, ${kind} (useful + not useful): ${parts.join(", ")}`);
  }
}

async function scanCases(rows: number, seed: number): Promise<Case[]> {
  return (await readScans()).flatMap((scan) => {
    const { training, test } = splitScan(scan, rows, seed);
    const common = { reference: scan.reference, seed: `${scan.name}/${seed}` };
    const random = createRandom(`shuffled/${common.seed}`);
    const shuffled = ({ sequences, values }: Measurements): Measurements => ({
      sequences,
      values: random.shuffle([...values]),
    });
    return [
      { ...common, kind: "scans", training, test },
      { ...common, kind: "shuffled scans", training: shuffled(training), test: shuffled(test) },
    ];
  });
}

function generatedCases(rows: number, seed: number): Case[] {
  return (Object.keys(FAMILIES) as FamilyName[]).flatMap((family) =>
    NOISES.map((noise) => {
      const random = createRandom(`${family}/${seed}`);
      const landscape = FAMILIES[family](random);
      const { training, test } = drawLibrary(landscape, "multiple", { rows, noise }, random.fork("library"));
      return {
        kind: "generated",
        reference: residueLetters(landscape.reference),
        training: {
          sequences: training.sequences.map(residueLetters),
          values: training.values.map(Math.log),
        },
        test: {
          sequences: test.map(residueLetters),
          values: test.map((sequence) => Math.log(landscape.value(sequence))),
        },
        seed: `${family}/${noise}/${seed}`,
      };
    }),
  );
}

async function judge({
  reference,
  training,
  test,
  seed,
}: Case): Promise<{ verdict: (typeof VERDICTS)[number]; helps: boolean }> {
  const assays = [{ assay_id: "value", scale_type: "ADDITIVE" as const }];
  const values = [Float64Array.from(training.values)];
  const { model, evaluations } = await fitScorer(
    { reference, sequences: training.sequences, assays, values, sampler: null, seed },
    { kinds: ["fold", "final"] },
  );
  const predicted = createScorer(model!).get("value")!.predict(test.sequences).mean;
  const truth = Float64Array.from(test.values);
  const top = enrichment(truth, predicted, 1, createRandom(seed));
  const learnability = evaluations[0]!.learnability!;
  const use = useOf(learnability);
  const isUncertain = uncertainty(learnability) !== null;
  const certain = use === "ORDER" ? "yes" : use === "TOP" ? "for the best" : "no";
  const uncertain = use === "ORDER" ? "probably" : "improbably";
  return {
    verdict: isUncertain ? uncertain : certain,
    helps: spearman(predicted, truth) >= 0.3 || top.factor >= 2,
  };
}
