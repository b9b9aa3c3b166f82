import { AMINO_ACIDS } from "@pdp/basics/proteins";
import { createRandom } from "@pdp/basics/statistics";
import { ALIGNED_DOMAINS, closestGenes, numberDomains, readGermlines } from "@pdp/science/antibodies";
import type { Benchmark, Say } from "./support/benchmark.ts";
import type { Figure } from "./support/figure.ts";
import { measureTime } from "./support/inTurns.ts";

const [GENES, SEQUENCES, CHANGES] = [1_000, 2_000, 8];
const MIN_PER_SECOND = 1_000;
/** Column after the first two residues of CDR3, where V genes end. */
const V_END = 106;

export const numbering: Benchmark = {
  summary: `Antibody domains numbered and compared with ${GENES} germline genes on one thread`,
  run: measure,
};

async function measure(say: Say): Promise<Figure[]> {
  const random = createRandom("bench numbering");
  const varied = (index: number, end?: number): string => {
    const [, , aligned = ""] = ALIGNED_DOMAINS[index % ALIGNED_DOMAINS.length]!;
    const letters = [...aligned.slice(0, end).replaceAll("-", "")];
    for (let change = 0; change < CHANGES; change += 1)
      letters[random.integer(letters.length)] = AMINO_ACIDS[random.integer(AMINO_ACIDS.length)]!;
    return letters.join("");
  };
  const genes = Array.from({ length: GENES }, (_, index) => {
    const [type] = ALIGNED_DOMAINS[index % ALIGNED_DOMAINS.length]!;
    return `>IG${type}V1-${index}*01\n${varied(index, V_END)}\n`;
  });
  const sequences = Array.from({ length: SEQUENCES }, (_, index) => varied(index));
  let germlines = readGermlines(genes.join(""));
  const reading = await measureTime(async () => {
    germlines = readGermlines(genes.join(""));
  });
  say(`${germlines.used.v} genes are read in ${Math.round(reading)} ms`);
  const time = await measureTime(async () => {
    for (const sequence of sequences)
      for (const domain of numberDomains(sequence)) closestGenes(sequence, domain, germlines.germlines);
  });
  const target = { of: "value", bound: "at least", limit: MIN_PER_SECOND } as const;
  return [{ what: "numbered and compared", value: (1_000 * SEQUENCES) / time, unit: "rows/s", target }];
}
