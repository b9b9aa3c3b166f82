import { expect, test } from "vitest";
import { duplexEnergy, meltingTemperature, stackingEnergy } from "../../primers/nearestNeighbor.ts";
import { dimerEnergy, hairpinEnergy } from "../../primers/secondaryStructure.ts";

// Free energies at 37 °C in SantaLucia 1998, Table 1, column "Unified".
test.each([
  ["AA", -1.0],
  ["AT", -0.88],
  ["TA", -0.58],
  ["CA", -1.45],
  ["GT", -1.44],
  ["CT", -1.28],
  ["GA", -1.3],
  ["CG", -2.17],
  ["GC", -2.24],
  ["GG", -1.84],
  ["TT", -1.0],
  ["CC", -1.84],
])("the stack %s has the published free energy", ([first = "", second = ""], published) => {
  expect(Math.abs(stackingEnergy(first, second) - published)).toBeLessThan(0.025);
});

test("the example of the paper, CGTTGA, has the published free energy", () => {
  const { enthalpy, entropy } = duplexEnergy("CGTTGA");
  // The paper adds rounded free energies.
  expect(Math.abs(enthalpy - 0.31015 * entropy + 5.35)).toBeLessThan(0.1);
});

// Computed with Biopython 1.88: Tm_NN(…, nn_table=DNA_NN3, dnac2=0, saltcorr=5).
const PCR = { primer: 500, monovalent: 50, magnesium: 2, nucleotides: 0.8 };
test.each([
  ["GCTAAAGACAAT", 38.6744],
  ["TACATAACATACACGTCA", 53.5995],
  ["GCACGAAACTTGTTGGCCCA", 67.8062],
  ["GTGTGAATCGCTTAAGGGTTAAGTA", 63.9133],
  ["AGTGTGATGCATACGCCTTTACTTGCTGTGTCC", 73.9079],
  ["ACCCCATCGGACTGGCATTTTTATTACACTCAGAAACAGA", 74.3813],
])("%s melts at the temperature that another program computes", (dna, expected) => {
  expect(meltingTemperature(dna, PCR)).toBeCloseTo(expected, 3);
});

test.each([
  ["GCGAATTCGC", 37.8531],
  ["CGCGCGTATACGCGCG", 63.7545],
])("%s, which pairs with itself, has the correction for symmetry", (dna, expected) => {
  const conditions = { primer: 250, monovalent: 100, magnesium: 0, nucleotides: 0 };
  expect(meltingTemperature(dna, conditions)).toBeCloseTo(expected, 3);
});

test("a hairpin gains its stacks and loses its loop, and neither needs nor finds pairs with ambiguous bases", () => {
  const stem = stackingEnergy("G", "C") + stackingEnergy("C", "G") + stackingEnergy("G", "C");
  expect(hairpinEnergy("GCGCTTTTTGCGC")).toBeCloseTo(stem + 3.3, 6);
  expect(hairpinEnergy("AAAAAAAAAAAAAAAA")).toBe(0);
  expect(hairpinEnergy("NNKNNKNNKNNK")).toBe(0);
  expect(hairpinEnergy("GGGCAAAAAGCCCN")).toBeLessThan(0);
});

test("a dimer of complementary strands has the free energy of their duplex", () => {
  const { enthalpy, entropy } = duplexEnergy("CGTTGACC");
  expect(dimerEnergy("CGTTGACC", "GGTCAACG")).toBeCloseTo(enthalpy - 0.31015 * entropy, 6);
  expect(dimerEnergy("AAAAAA", "CCCCCC")).toBe(0);
  expect(dimerEnergy("GAATTC", "GAATTC")).toBeLessThan(dimerEnergy("GAATTT", "GAATTG"));
});
