import { DataProblem } from "@pdp/basics/errors";
import type { Structure, StructureResidue } from "@pdp/formats/proteins";
import { AMINO_ACID_COUNT } from "@pdp/science/sequences";
import {
  LETTERS,
  loadNetwork,
  meanLogProbabilities,
  type NetworkName,
  readBackbone,
} from "@pdp/science/structures";

import { matchReference, type ReferenceMatch } from "#shared/domain/structures/matchReference.ts";
import { type NetworkInput, networkInput } from "#shared/domain/structures/networkInput.ts";
import { matchedChains } from "./matchedChains.ts";

/** Maximum number of residues that the network sees: memory and time grow with it. */
const MAX_RESIDUES = 2_000;
/** Distance from a CA of the protein within which an atom of a ligand makes a difference, in angstrom. */
const LIGAND_REACH = 12;
const CA = 1;
/** Distance between positions that a structure does not show, in angstrom. */
const FAR = 1e6;

/** Scores of a structure for single substitutions of a reference. Plain data. */
export interface StructureScores {
  /** Chain that was matched to the reference or its first chain, and copies of all matched chains. */
  chain: string;
  copies: string[];
  /** Chain that was matched to the second chain of the reference; absent if it is the same one, or there is none. */
  partner?: string;
  /** Network that was used: `ligand` if ligands, metals or nucleic acids are near the protein. */
  network: NetworkName;
  /**
   * Log probability of each amino acid at each position of the reference: length × 20. All zero where the structure shows no
   * complete residue.
   */
  logProbabilities: Float64Array;
  /** For each position, 1 if the structure shows it. */
  isShown: Uint8Array;
  /**
   * Places of the CA atoms in angstrom: length × 3. A position that the structure does not show is far from all others. Absent in
   * scores that were computed before places were used.
   */
  places?: Float64Array;
  /** Substitutions of the structure relative to the reference, such as `S65T`. */
  differences: string[];
}

/**
 * Scores every substitution of a reference by a structure of it. The residues of the matched chain, and of its copies, have the letters
 * of the reference. Throws a `DataProblem` if no chain is the protein.
 */
export async function structureScores(structure: Structure, reference: string): Promise<StructureScores> {
  const matches = matchReference(reference, structure);
  const used = matchedChains(reference, matches);
  const names = new Set(used.map(({ chain }) => chain));
  const input = nearMatch(networkInput(structure), names);
  const network = hasLigandNearby(input, names) ? "ligand" : "backbone";
  const weights = await loadNetwork(network);
  const decoder = readBackbone(weights, input.backbone, network === "ligand" ? input.context : null);
  const letters = lettersInContext(reference, matches);
  const sequence = input.residues.map((residue) => letters.get(residue) ?? residue.letter).join("");
  const logProbabilities = meanLogProbabilities(decoder, sequence);
  const indexes = new Map(input.residues.map((residue, index) => [residue, index]));
  const result = new Float64Array(reference.length * AMINO_ACID_COUNT);
  const isShown = new Uint8Array(reference.length);
  const places = farApart(reference.length);
  for (const [position, index] of used.flatMap(({ residues }) => [...indexesOf(residues, indexes)])) {
    const start = index * LETTERS.length;
    result.set(logProbabilities.subarray(start, start + AMINO_ACID_COUNT), position * AMINO_ACID_COUNT);
    isShown[position] = 1;
    const atom = 12 * index + 3 * CA;
    places.set(input.backbone.positions.subarray(atom, atom + 3), 3 * position);
  }
  const [chain = "", partner] = names;
  if (!isShown.includes(1))
    throw new DataProblem(
      "The structure shows no complete backbone of the protein: scores need N, CA, C and O of its residues.",
    );
  return {
    chain,
    copies: [...new Set(matches.map((match) => match.chain))].filter((name) => !names.has(name)),
    ...(partner !== undefined && { partner }),
    network,
    logProbabilities: result,
    isShown,
    places,
    differences: used.flatMap(({ prefix, differences }) =>
      differences.map(({ position, reference: from, structure: to }) => `${prefix}${from}${position}${to}`),
    ),
  };
}

/** Returns the indexes of the residues that the network sees, by their positions in the reference. */
function* indexesOf(
  residues: ReferenceMatch["residues"],
  indexes: ReadonlyMap<StructureResidue, number>,
): Generator<[position: number, index: number]> {
  for (const [position, residue] of residues.entries()) {
    const index = residue === null ? undefined : indexes.get(residue);
    if (index !== undefined) yield [position, index];
  }
}

/** Returns places that are far from each other, and from every structure. */
function farApart(length: number): Float64Array {
  return Float64Array.from({ length: 3 * length }, (_, at) => (at % 3 === 0 ? FAR * (1 + at) : 0));
}

/** Returns the reference's letter for each residue of the matched chain and its copies. */
function lettersInContext(
  reference: string,
  matches: readonly ReferenceMatch[],
): Map<StructureResidue, string> {
  const letters = new Map<StructureResidue, string>();
  for (const { residues } of matches) {
    for (const [position, residue] of residues.entries()) {
      if (residue) letters.set(residue, reference[position]!);
    }
  }
  return letters;
}

/** Keeps the matched chains and, up to the maximum, the residues nearest to them. */
function nearMatch(input: NetworkInput, matched: ReadonlySet<string>): NetworkInput {
  const { residues, backbone } = input;
  if (residues.length <= MAX_RESIDUES) return input;
  const ofChain = [...residues.keys()].filter((index) => matched.has(residues[index]!.chain));
  if (ofChain.length > MAX_RESIDUES)
    throw new DataProblem(
      `The protein has ${ofChain.length} residues in the structure; scores are computed for up to ${MAX_RESIDUES}. Use the structure of one domain.`,
    );
  const distances = residues.map((residue, index) =>
    matched.has(residue.chain)
      ? 0
      : Math.min(...ofChain.map((other) => caDistance(backbone.positions, index, other))),
  );
  const nearest = [...residues.keys()].toSorted((a, b) => distances[a]! - distances[b]! || a - b);
  const kept = nearest.slice(0, MAX_RESIDUES).toSorted((a, b) => a - b);
  return {
    context: input.context,
    residues: kept.map((index) => residues[index]!),
    backbone: {
      positions: Float64Array.from(
        kept.flatMap((index) => Array.from(backbone.positions.subarray(12 * index, 12 * index + 12))),
      ),
      chains: Int32Array.from(kept, (index) => backbone.chains[index]!),
      numbers: Int32Array.from(kept, (index) => backbone.numbers[index]!),
    },
  };
}

function caDistance(positions: Float64Array, a: number, b: number): number {
  const [atA, atB] = [12 * a + 3 * CA, 12 * b + 3 * CA];
  return Math.hypot(
    positions[atA]! - positions[atB]!,
    positions[atA + 1]! - positions[atB + 1]!,
    positions[atA + 2]! - positions[atB + 2]!,
  );
}

function hasLigandNearby(
  { residues, backbone, context }: NetworkInput,
  matched: ReadonlySet<string>,
): boolean {
  const { positions } = backbone;
  const atoms = Array.from(context.elements.keys(), (atom) =>
    context.positions.subarray(3 * atom, 3 * atom + 3),
  );
  return residues.some((residue, index) => {
    if (!matched.has(residue.chain)) return false;
    const at = 12 * index + 3 * CA;
    return atoms.some(
      ([x, y, z]) =>
        Math.hypot(positions[at]! - x!, positions[at + 1]! - y!, positions[at + 2]! - z!) < LIGAND_REACH,
    );
  });
}
