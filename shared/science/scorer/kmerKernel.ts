import { createMatrix, type Matrix } from "#shared/science/linearAlgebra/matrix.ts";
import { AMINO_ACID_COUNT } from "#shared/science/sequences/aminoAcids.ts";
import { type MutationRows, rowCount } from "./mutationRows.ts";

/** K-mer lengths that are counted, and the total number of possible k-mers. */
const SIZES = [1, 2, 3];
const WIDTH = SIZES.reduce((sum, size) => sum + AMINO_ACID_COUNT ** size, 0);

/** Weights of the k-mers of one sequence. */
interface Spectrum {
  kmers: Uint32Array;
  weights: Float64Array;
}

/**
 * Returns the similarity of the rows of A and B by their k-mers of one to three residues, regardless of position (a spectrum
 * kernel, Leslie, Eskin & Noble 2002): the mean over k of the cosine between the square roots of the counts. The similarity of
 * equal sequences is 1.
 */
export function kmerSimilarity(reference: Uint8Array, a: MutationRows, b: MutationRows): Matrix {
  const spectraB = keptSpectra(reference, b);
  const spectraA = a === b ? spectraB : spectraOf(reference, a);
  const similarity = createMatrix(spectraA.length, spectraB.length);
  const own = new Float64Array(WIDTH);
  for (const [i, { kmers, weights }] of spectraA.entries()) {
    for (const [at, kmer] of kmers.entries()) own[kmer] = weights[at]!;
    for (const [j, other] of spectraB.entries()) {
      let sum = 0;
      for (let at = 0; at < other.kmers.length; at += 1) sum += own[other.kmers[at]!]! * other.weights[at]!;
      similarity.data[i * similarity.columns + j] = sum;
    }
    for (const kmer of kmers) own[kmer] = 0;
  }
  return similarity;
}

const kept = new WeakMap<MutationRows, { reference: Uint8Array; spectra: Spectrum[] }>();

/** Counts the k-mers of rows once, because training rows are compared with many chunks of sequences. */
function keptSpectra(reference: Uint8Array, rows: MutationRows): Spectrum[] {
  const known = kept.get(rows);
  if (known?.reference === reference) return known.spectra;
  const spectra = spectraOf(reference, rows);
  kept.set(rows, { reference, spectra });
  return spectra;
}

function spectraOf(reference: Uint8Array, { sites, residues, starts, mutations }: MutationRows): Spectrum[] {
  return Array.from({ length: rowCount({ sites, residues, starts, mutations }) }, (_, row) => {
    const sequence = reference.slice();
    for (let at = starts[row]!; at < starts[row + 1]!; at += 1) {
      const mutation = mutations[at]!;
      sequence[sites[mutation]!] = residues[mutation]!;
    }
    return spectrumOf(sequence.filter((residue) => residue < AMINO_ACID_COUNT));
  });
}

function spectrumOf(sequence: Uint8Array): Spectrum {
  const found = new Map<number, number>();
  let first = 0;
  for (const size of SIZES) {
    const count = Math.max(0, sequence.length - size + 1);
    const counts = new Map<number, number>();
    for (let start = 0; start < count; start += 1) {
      let kmer = 0;
      for (let at = start; at < start + size; at += 1) kmer = kmer * AMINO_ACID_COUNT + sequence[at]!;
      counts.set(first + kmer, (counts.get(first + kmer) ?? 0) + 1);
    }
    // The squares of the roots add up to the number of k-mers.
    for (const [kmer, own] of counts) found.set(kmer, Math.sqrt(own / (count * SIZES.length)));
    first += AMINO_ACID_COUNT ** size;
  }
  return { kmers: Uint32Array.from(found.keys()), weights: Float64Array.from(found.values()) };
}
