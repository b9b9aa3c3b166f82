/** Enthalpy in kcal/mol and entropy in cal/(mol K). */
interface Energy {
  enthalpy: number;
  entropy: number;
}

/** Concentrations in a reaction. */
export interface Conditions {
  /** Primer in nmol/L, in excess over the template. */
  primer: number;
  /** Monovalent cations in mmol/L. */
  monovalent: number;
  /** Magnesium in mmol/L. */
  magnesium: number;
  /** Deoxynucleotides in mmol/L, which bind magnesium. */
  nucleotides: number;
}

const COMPLEMENTS: Readonly<Record<string, string>> = { A: "T", C: "G", G: "C", T: "A" };

/**
 * Unified parameters of nearest neighbors in 1 mol/L NaCl (SantaLucia 1998, PNAS 95:1460, Table 2; Allawi & SantaLucia 1997),
 * by the two bases of one strand from 5′ to 3′.
 */
const NEIGHBORS: Readonly<Record<string, Energy>> = withOtherStrand({
  AA: { enthalpy: -7.9, entropy: -22.2 },
  AT: { enthalpy: -7.2, entropy: -20.4 },
  TA: { enthalpy: -7.2, entropy: -21.3 },
  CA: { enthalpy: -8.5, entropy: -22.7 },
  GT: { enthalpy: -8.4, entropy: -22.4 },
  CT: { enthalpy: -7.8, entropy: -21.0 },
  GA: { enthalpy: -8.2, entropy: -22.2 },
  CG: { enthalpy: -10.6, entropy: -27.2 },
  GC: { enthalpy: -9.8, entropy: -24.4 },
  GG: { enthalpy: -8.0, entropy: -19.9 },
});
/** Initiation of a duplex for each end, by the base at the end. */
const ENDS: Readonly<Record<string, Energy>> = {
  A: { enthalpy: 2.3, entropy: 4.1 },
  T: { enthalpy: 2.3, entropy: 4.1 },
  C: { enthalpy: 0.1, entropy: -2.8 },
  G: { enthalpy: 0.1, entropy: -2.8 },
};
/** Correction for sequences that pair with themselves. */
const SYMMETRY_ENTROPY = -1.4;
const GAS_CONSTANT = 1.987;
const ZERO_CELSIUS = 273.15;
const BODY_TEMPERATURE = 310.15;
/** Change of the entropy for each neighbor and unit of ln [Na+] (SantaLucia 1998, equation 8). */
const SALT_ENTROPY = 0.368;
/** Sodium in mmol/L with the effect of the square root of 1 mmol/L of free magnesium (von Ahsen et al. 2001, Clin. Chem. 47:1956). */
const MAGNESIUM_FACTOR = 120;

function withOtherStrand(neighbors: Record<string, Energy>): Record<string, Energy> {
  const other = Object.entries(neighbors).map(([[first = "", second = ""], energy]) => [
    `${COMPLEMENTS[second]}${COMPLEMENTS[first]}`,
    energy,
  ]);
  return { ...neighbors, ...Object.fromEntries(other) };
}

/** Tells whether two bases pair; ambiguous bases do not. */
export const pairs = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && b !== undefined && COMPLEMENTS[a] === b;

/** Free energy of two stacked pairs at 37 °C in kcal/mol. */
export const stackingEnergy = (first: string, second: string): number =>
  freeEnergy(NEIGHBORS[first + second] as Energy);

/** Free energy of the end of a duplex at 37 °C in kcal/mol. */
export const endEnergy = (base: string): number => freeEnergy(ENDS[base] as Energy);

function freeEnergy({ enthalpy, entropy }: Energy): number {
  return enthalpy - (BODY_TEMPERATURE * entropy) / 1000;
}

/** Enthalpy and entropy of a duplex in 1 mol/L NaCl. Only the bases A, C, G and T are possible. */
export function duplexEnergy(dna: string): Energy {
  const terms = [ENDS[dna[0] as string], ENDS[dna.at(-1) as string]];
  for (let at = 0; at + 1 < dna.length; at += 1) terms.push(NEIGHBORS[dna.slice(at, at + 2)]);
  let [enthalpy, entropy] = [0, isPalindrome(dna) ? SYMMETRY_ENTROPY : 0];
  for (const term of terms) {
    enthalpy += (term as Energy).enthalpy;
    entropy += (term as Energy).entropy;
  }
  return { enthalpy, entropy };
}

function isPalindrome(dna: string): boolean {
  return [...dna].every((base, at) => pairs(base, dna[dna.length - 1 - at]));
}

/** Melting temperature of DNA with its complement in °C. */
export function meltingTemperature(
  dna: string,
  { primer, monovalent, magnesium, nucleotides }: Conditions,
): number {
  const { enthalpy, entropy } = duplexEnergy(dna);
  const free = Math.max(0, magnesium - nucleotides);
  const sodium = monovalent + MAGNESIUM_FACTOR * Math.sqrt(free);
  const corrected = entropy + SALT_ENTROPY * (dna.length - 1) * Math.log(sodium / 1000);
  // The primer is in excess, so its concentration alone determines the equilibrium.
  const logConcentration = Math.log(primer * 1e-9);
  return (1000 * enthalpy) / (corrected + GAS_CONSTANT * logConcentration) - ZERO_CELSIUS;
}
