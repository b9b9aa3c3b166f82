import { AMINO_ACIDS } from "@pdp/basics/proteins";
import { createRandom, type Random } from "@pdp/basics/statistics";
import type { Assay, AssayData, ScaleType } from "@pdp/science/analysis";

export const GB1 = "MQYKLILNGKTLKGETTTEAVDAATAEKVFKQYANDNGVDGEWTYDDATKTFTVTE";

export function assayOf(
  assay_id: string,
  scale_type: ScaleType = "ADDITIVE",
  name = assay_id,
  unit = "U/mg",
): Assay {
  return { assay_id, name, unit, scale_type };
}

export interface Simulation {
  rows?: number;
  /** Rows that repeat the sequence of an earlier row. */
  replicated?: number;
  mutations?: number;
  noise?: number;
  assays?: Assay[];
  reference?: string;
  seed?: number;
}

/** Mutants with additive effects and noise, starting with the reference; the values of each scale type match its assumptions. */
export function simulateAssays({
  rows = 200,
  replicated = 0.3,
  mutations = 3,
  noise = 0.1,
  assays = [assayOf("activity", "MULTIPLICATIVE")],
  reference = GB1,
  seed = 1,
}: Simulation = {}): AssayData & { batches: string[]; truth: Float64Array } {
  const random = createRandom(`simulation/${seed}`);
  const effects = new Map<string, number>();
  const sequences: string[] = [];
  const truth = new Float64Array(rows);
  for (let row = 0; row < rows; row += 1) {
    if (row > 1 && random.uniform() < replicated) {
      const earlier = random.integer(row);
      sequences.push(sequences[earlier]!);
      truth[row] = truth[earlier]!;
    } else {
      const { sequence, value } = mutant(
        reference,
        row === 0 ? 0 : 1 + random.integer(mutations),
        effects,
        random,
      );
      sequences.push(sequence);
      truth[row] = value;
    }
  }
  const values = assays.map(({ scale_type }) =>
    truth.map((value) => {
      const measured = value + noise * random.normal();
      return scale_type === "MULTIPLICATIVE" ? 10 ** measured : measured;
    }),
  );
  const batches = sequences.map(() => `plate ${1 + random.integer(3)}`);
  return { reference, sequences, assays, values, batches, truth };
}

function mutant(
  reference: string,
  count: number,
  effects: Map<string, number>,
  random: Random,
): { sequence: string; value: number } {
  const letters = [...reference];
  for (let place = 0; place < count; place += 1) {
    letters[random.integer(letters.length)] = AMINO_ACIDS[random.integer(20)]!;
  }
  let value = 0;
  for (const [position, letter] of letters.entries()) {
    if (letter === reference[position]) continue;
    const name = `${position}${letter}`;
    if (!effects.has(name)) effects.set(name, 0.5 * random.normal());
    value += effects.get(name)!;
  }
  return { sequence: letters.join(""), value };
}
