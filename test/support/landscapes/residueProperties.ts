import { AMINO_ACID_COUNT, residueIndices } from "@pdp/science/sequences";

/** Hydropathy (Kyte & Doolittle 1982), volume (Zamyatnin 1972) and charge, each with mean 0 and standard deviation 1. */
export const PROPERTIES = standardProperties();

function standardProperties(): number[][] {
  const letters = "ARNDCQEGHILKMFPSTWYV";
  const columns = [
    [
      1.8, -4.5, -3.5, -3.5, 2.5, -3.5, -3.5, -0.4, -3.2, 4.5, 3.8, -3.9, 1.9, 2.8, -1.6, -0.8, -0.7, -0.9,
      -1.3, 4.2,
    ],
    [
      88.6, 173.4, 114.1, 111.1, 108.5, 143.8, 138.4, 60.1, 153.2, 166.7, 166.7, 168.6, 162.9, 189.9, 112.7,
      89, 116.1, 227.8, 193.6, 140,
    ],
    [0, 1, 0, -1, 0, 0, -1, 0, 0.1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0],
  ].map((column) => {
    const mean = column.reduce((sum, value) => sum + value / 20, 0);
    const spread = Math.sqrt(column.reduce((sum, value) => sum + (value - mean) ** 2 / 20, 0));
    return column.map((value) => (value - mean) / spread);
  });
  const rows: number[][] = Array.from({ length: AMINO_ACID_COUNT }, () => [0, 0, 0]);
  for (const [at, residue] of residueIndices(letters).entries()) {
    rows[residue] = columns.map((column) => column[at]!);
  }
  return rows;
}
