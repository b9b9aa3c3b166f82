/**
 * Synthetic measurements for variants of a fictional enzyme, for trial use.
 *
 * The landscape: every position has an additive effect for every amino acid, most of them harmful, and sixteen pairs of
 * positions interact (epistasis). Activity is e to the power of the sum of effects, measured with 15 % noise, so the reference
 * is near 1; thermostability is in degrees Celsius. The same seed gives the same rows on every machine.
 */
const AMINO_ACIDS = "ACDEFGHIKLMNPQRSTVWY";

export const REFERENCE =
  "MKTAYIAKQRQISFVKSHFSRQLEERLGLIEVQAPILSRVGDGTQDNLSGAEKAVQVKVKALPDAQFEVVHSLAKWKRQTLGQHDFSAGEGLYTHMKALRPDEDRLSPLHSVYVDQWDWE";

export interface Variant {
  variant_id: number;
  sequence: string;
  mutations: string;
  activity: number | null;
  thermostability: number;
  batch: string;
  measured_on: string;
}

/** Returns a small, fast generator of uniform numbers in [0, 1): mulberry32 by T. Ettinger (public domain). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface Landscape {
  /** Effects, indexed as effects[position][amino acid]. */
  effects: number[][];
  pairs: { a: number; b: number; effect: number }[];
}

function landscape(random: () => number): Landscape {
  const effects = [...REFERENCE].map((native) =>
    [...AMINO_ACIDS].map((letter) => (letter === native ? 0 : 0.25 - 0.9 * random() ** 0.5)),
  );
  const position = (): number => Math.floor(random() * REFERENCE.length);
  const pairs = Array.from({ length: 16 }, () => ({
    a: position(),
    b: position(),
    effect: random() - 0.4,
  }));
  return { effects, pairs };
}

/** Generates `count` variants with one to four substitutions each. One in forty has no activity value. */
export function generateVariants(count: number, seed: number): Variant[] {
  const random = randomNumbers(seed);
  const ground = landscape(randomNumbers(7));
  return Array.from({ length: count }, (_, index) => variant(index + 1, ground, random));
}

function variant(id: number, ground: Landscape, random: () => number): Variant {
  const letters = [...REFERENCE];
  const mutated = new Map<number, string>();
  for (let count = 1 + Math.floor(random() * 4); count > 0; count -= 1) {
    const position = Math.floor(random() * letters.length);
    const letter = AMINO_ACIDS[Math.floor(random() * AMINO_ACIDS.length)] ?? "A";
    if (letter === REFERENCE[position]) continue;
    letters[position] = letter;
    mutated.set(position, letter);
  }
  const { additive, epistatic } = effectOf(mutated, ground);
  const noise = gaussian(random);
  const activity = Math.exp(additive + epistatic + 0.15 * noise);
  const missing = random() < 1 / 40;
  return {
    variant_id: id,
    sequence: letters.join(""),
    mutations: [...mutated]
      .toSorted(([a], [b]) => a - b)
      .map(([position, letter]) => `${REFERENCE[position]}${position + 1}${letter}`)
      .join(" "),
    activity: missing ? null : Number(activity.toFixed(4)),
    thermostability: Number((62 + 8 * additive + gaussian(random)).toFixed(1)),
    batch: `B${1 + (id % 4)}`,
    measured_on: `2026-03-${String(1 + (id % 28)).padStart(2, "0")}`,
  };
}

function effectOf(mutated: ReadonlyMap<number, string>, ground: Landscape) {
  const additive = [...mutated].reduce(
    (sum, [position, letter]) => sum + (ground.effects[position]?.[AMINO_ACIDS.indexOf(letter)] ?? 0),
    0,
  );
  const epistatic = ground.pairs
    .filter(({ a, b }) => mutated.has(a) && mutated.has(b))
    .reduce((sum, { effect }) => sum + effect, 0);
  return { additive, epistatic };
}

/** Returns the activity, without measurement noise, of a sequence with the reference's length: 1 for the reference. */
export function trueActivity(sequence: string): number {
  const letters = [...sequence].map((letter, position): [number, string] => [position, letter]);
  const mutated = new Map(letters.filter(([position, letter]) => letter !== REFERENCE[position]));
  const { additive, epistatic } = effectOf(mutated, landscape(randomNumbers(7)));
  return Math.exp(additive + epistatic);
}

/** Draws a standard normal number (Box and Muller 1958). */
function gaussian(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Converts the variants to CSV with a header. */
export function toCsv(variants: readonly Variant[]): string {
  const rows = variants.map((variant) =>
    [
      variant.variant_id,
      variant.sequence,
      variant.mutations,
      variant.activity ?? "",
      variant.thermostability,
      variant.batch,
      variant.measured_on,
    ].join(","),
  );
  return ["variant_id,sequence,mutations,activity,thermostability,batch,measured_on", ...rows, ""].join("\n");
}

/** Columns of the CSV file, as specified in a data load. */
export const VARIANT_COLUMNS = [
  { name: "variant_id", type: "INT64", nullable: false },
  { name: "sequence", type: "STRING", nullable: false },
  { name: "mutations", type: "STRING" },
  { name: "activity", type: "FLOAT64", metadata: { description: "relative to the reference" } },
  { name: "thermostability", type: "FLOAT64", metadata: { description: "°C" } },
  { name: "batch", type: "STRING" },
  { name: "measured_on", type: "DATE" },
] as const;
