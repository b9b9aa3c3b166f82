/** Physical properties of a protein that follow from its sequence. */
export interface ProteinProperties {
  /** Net charge at pH 7.4. */
  charge: number;
  isoelectricPoint: number;
  /** Mean hydropathy of the residues (GRAVY). */
  hydropathy: number;
  /** Molar extinction coefficient at 280 nm with all cysteines in disulfide bonds, in 1/(M cm). */
  extinction: number;
}

const PHYSIOLOGICAL_PH = 7.4;

/** Kyte & Doolittle 1982, J Mol Biol 157:105. */
const HYDROPATHY: Record<string, number> = {
  A: 1.8,
  R: -4.5,
  N: -3.5,
  D: -3.5,
  C: 2.5,
  Q: -3.5,
  E: -3.5,
  G: -0.4,
  H: -3.2,
  I: 4.5,
  L: 3.8,
  K: -3.9,
  M: 1.9,
  F: 2.8,
  P: -1.6,
  S: -0.8,
  T: -0.7,
  W: -0.9,
  Y: -1.3,
  V: 4.2,
};

/** pK values of side chains and ends: Bjellqvist et al. 1993, Electrophoresis 14:1023, and 1994, 15:529. */
const BASIC: Record<string, number> = { K: 10, R: 12, H: 5.98 };
const ACIDIC: Record<string, number> = { D: 4.05, E: 4.45, C: 9, Y: 10 };
const START: Record<string, number> = { A: 7.59, M: 7, S: 6.93, P: 8.36, T: 6.82, V: 7.44, E: 7.7 };
const [OTHER_START, OTHER_END] = [7.5, 3.55];
const END: Record<string, number> = { D: 4.55, E: 4.75 };

/** Molar extinction coefficients at 280 nm: Pace et al. 1995, Protein Sci 4:2411. */
const [TRYPTOPHAN, TYROSINE, CYSTINE] = [5500, 1490, 125];

/** Computes the properties of one or several chains together, ignoring letters other than those of the 20 amino acids. */
export function proteinProperties(chains: readonly string[]): ProteinProperties {
  const counts = new Map<string, number>();
  for (const letter of chains.join("")) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  const count = (letter: string): number => counts.get(letter) ?? 0;
  const known = [...counts].filter(([letter]) => letter in HYDROPATHY);
  const length = known.reduce((sum, [, number]) => sum + number, 0);
  const hydropathy = known.reduce((sum, [letter, number]) => sum + number * (HYDROPATHY[letter] ?? 0), 0);
  const chargeAt = chargeOf(chains, count);
  return {
    charge: chargeAt(PHYSIOLOGICAL_PH),
    isoelectricPoint: rootOf(chargeAt),
    hydropathy: length === 0 ? 0 : hydropathy / length,
    extinction: TRYPTOPHAN * count("W") + TYROSINE * count("Y") + CYSTINE * Math.floor(count("C") / 2),
  };
}

/** Returns the net charge as a function of the pH: Henderson–Hasselbalch for independent groups. */
function chargeOf(chains: readonly string[], count: (letter: string) => number): (ph: number) => number {
  const groups: { pk: number; number: number; sign: 1 | -1 }[] = [
    ...Object.entries(BASIC).map(([letter, pk]) => ({ pk, number: count(letter), sign: 1 as const })),
    ...Object.entries(ACIDIC).map(([letter, pk]) => ({ pk, number: count(letter), sign: -1 as const })),
  ];
  for (const chain of chains) {
    if (chain === "") continue;
    groups.push({ pk: START[chain[0] ?? ""] ?? OTHER_START, number: 1, sign: 1 });
    groups.push({ pk: END[chain.at(-1) ?? ""] ?? OTHER_END, number: 1, sign: -1 });
  }
  return (ph) =>
    groups.reduce((sum, { pk, number, sign }) => sum + (sign * number) / (1 + 10 ** (sign * (ph - pk))), 0);
}

/** Finds the pH without net charge by bisection; the charge decreases with the pH. */
function rootOf(charge: (ph: number) => number): number {
  let [low, high] = [0, 14];
  while (high - low > 1e-4) {
    const middle = (low + high) / 2;
    if (charge(middle) > 0) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
