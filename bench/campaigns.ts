import { AMINO_ACIDS } from "@pdp/basics/proteins";
import { createRandom } from "@pdp/basics/statistics";
import type { StructureContext } from "@pdp/science/models";
import { benchFiles } from "./support/benchData.ts";
import { benchProgram } from "./support/benchProgram.ts";
import { meanAndError } from "./support/meanAndError.ts";
import { type PoolRound, STRATEGIES } from "./support/poolStrategies.ts";
import { additiveScore, readScanStructure, readScans } from "./support/readScans.ts";
import { THREE_SITES, threeSites } from "./support/threeSites.ts";

const SUMMARY = `Campaigns that choose from a pool: 24 variants, then four rounds of 24, by this project's designer and by simple rules. Pools are
generated landscapes of three sites (smooth, rugged, mostly dead) with 10 % noise on both scales, and, with --scans 1, public scans. A
first plate is drawn at random; on scans with a structure, it is also chosen by the structure's scores (--structures 1). Prints the best
true value found, from 0 (median of the pool) to 1 (best of the pool), and differences from the first rule.`;

const DEFAULTS = { seeds: 7, first: 700, scans: 0, structures: 0, most: 3_000 };
const [BATCH, ROUNDS, NOISE] = [24, 4, 0.1];
const REFERENCE = "MKTAYIAKQRQISFVKSHFS";
const SITES = [6, 9, 13];

interface Pool {
  name: string;
  reference: string;
  sequences: readonly string[];
  values: ArrayLike<number>;
  noise: number;
  scales: readonly PoolRound["scale"][];
  structure?: StructureContext;
}

if (import.meta.main) await benchProgram(SUMMARY, DEFAULTS, main);

async function main(options: typeof DEFAULTS): Promise<void> {
  const pools = options.scans > 0 ? await scanPools(options) : generatedPools(options);
  const valuesByKind = new Map<string, Map<string, number[]>>();
  for (const { pool, seed } of pools) {
    for (const scale of pool.scales) {
      const kind = `${options.scans > 0 ? "scans" : pool.name}, ${scale}`;
      const valuesByStrategy = valuesByKind.get(kind) ?? new Map<string, number[]>();
      valuesByKind.set(kind, valuesByStrategy);
      for (const name of Object.keys(STRATEGIES))
        valuesByStrategy.set(name, [
          ...(valuesByStrategy.get(name) ?? []),
          campaign(pool, name, scale, seed),
        ]);
      console.log(
        pool.name,
        scale,
        seed,
        ...[...valuesByStrategy.values()].map((values) => values.at(-1)!.toFixed(3)),
      );
    }
  }
  for (const [kind, valuesByStrategy] of valuesByKind) {
    const [first = []] = valuesByStrategy.values();
    for (const [name, values] of valuesByStrategy) {
      const differences = values.map((value, at) => value - first[at]!);
      console.log(`${kind}, ${name}: ${meanAndError(values)}; difference ${meanAndError(differences)}`);
    }
  }
}

function generatedPools({ seeds, first }: typeof DEFAULTS): { pool: Pool; seed: number }[] {
  const sequences = Array.from({ length: AMINO_ACIDS.length ** SITES.length }, (_, code) => {
    const letters = [...REFERENCE];
    for (const [index, site] of SITES.entries())
      letters[site] = AMINO_ACIDS[Math.floor(code / 20 ** (SITES.length - 1 - index)) % 20]!;
    return letters.join("");
  });
  return THREE_SITES.flatMap((name) =>
    Array.from({ length: seeds }, (_, at) => {
      const seed = first + at;
      const values = threeSites(createRandom(`${name} ${seed}`), name);
      const scales = ["MULTIPLICATIVE", "ADDITIVE"] as const;
      return { pool: { name, reference: REFERENCE, sequences, values, noise: NOISE, scales }, seed };
    }),
  );
}

async function scanPools({ seeds, first, structures, most }: typeof DEFAULTS) {
  const files = new Set(await benchFiles("structures"));
  const pools: { pool: Pool; seed: number }[] = [];
  for (const scan of await readScans()) {
    const { name, reference, sequences, values } = scan;
    const hasStructure = structures > 0 && files.has(`${name}.pdb`);
    const order = createRandom(`pool/${name}`)
      .shuffle(Uint32Array.from(sequences, (_, at) => at))
      .slice(0, most);
    const pool: Pool = {
      name,
      reference,
      sequences: Array.from(order, (at) => sequences[at]!),
      values: Float64Array.from(order, (at) => values[at]!),
      noise: 0,
      scales: ["ADDITIVE"],
      ...(hasStructure && { structure: await readScanStructure(scan) }),
    };
    for (let seed = first; seed < first + seeds; seed += 1) pools.push({ pool, seed });
  }
  return pools;
}

/** Returns the best true value found: 0 is the median of the pool, and 1 its best. */
function campaign(pool: Pool, strategy: string, scale: PoolRound["scale"], seed: number): number {
  const { reference, sequences, values, noise, structure } = pool;
  const truth = new Map(sequences.map((sequence, at) => [sequence, values[at]!]));
  const random = createRandom(`campaign ${pool.name} ${seed}`);
  const measured = { sequences: [] as string[], values: [] as number[] };
  const measure = (chosen: readonly string[]): void => {
    for (const sequence of chosen) {
      measured.sequences.push(sequence);
      measured.values.push(truth.get(sequence)! * Math.exp(noise * random.normal()));
    }
  };
  measure(firstPlate(pool, random.shuffle([...sequences])));
  for (let round = 0; round < ROUNDS; round += 1) {
    const known = new Set(measured.sequences);
    const others = sequences.filter((sequence) => !known.has(sequence));
    const common = { reference, scale, measured, others, wanted: BATCH, structure };
    measure(STRATEGIES[strategy]!({ ...common, seed: `${seed}/${round}` }));
  }
  const sorted = Float64Array.from(values).sort();
  const median = sorted[sorted.length >> 1]!;
  const best = Math.max(...measured.sequences.map((sequence) => truth.get(sequence)!));
  return (best - median) / (sorted.at(-1)! - median);
}

/** Returns the variants with the highest scores of the structure, or random ones without a structure. */
function firstPlate({ reference, structure }: Pool, shuffled: readonly string[]): readonly string[] {
  if (structure === undefined) return shuffled.slice(0, BATCH);
  const score = additiveScore(reference, structure.changes);
  const scores = new Map(shuffled.map((text) => [text, score(text)]));
  return shuffled.toSorted((a, b) => scores.get(b)! - scores.get(a)!).slice(0, BATCH);
}
