import { createReadStream } from "node:fs";
import { createRandom } from "@pdp/basics/statistics";
import { readStructure } from "@pdp/formats/proteins";
import { RESIDUE_KINDS, type StructureContext } from "@pdp/science/models";
import { residueIndices } from "@pdp/science/sequences";
import { structureContext } from "#shared/tasks/structures/structureContext.ts";
import { structureScores } from "#shared/tasks/structures/structureScores.ts";
import { benchData, benchFiles, benchPath } from "./benchData.ts";

/** Measured variants: a value for each sequence. */
export interface Measurements {
  sequences: readonly string[];
  values: readonly number[];
}

/** Public scan: measured variants of a reference. */
export interface Scan extends Measurements {
  name: string;
  reference: string;
}

/** Reads the scans in `scans/` under BENCH_DATA: CSV files of `sequence,value` that begin with the reference. */
export async function readScans(): Promise<Scan[]> {
  const files = (await benchFiles("scans")).filter((name) => name.endsWith(".csv"));
  return Promise.all(
    files.map(async (file) => {
      const text = (await benchData(`scans/${file}`)).toString("utf8");
      const [, first = "", ...rest] = text.trim().split(/\r?\n/);
      const cells = rest.map((line) => line.split(","));
      return {
        name: file.replace(/\.csv$/, ""),
        reference: first.split(",")[0] ?? "",
        sequences: cells.map(([sequence = ""]) => sequence),
        values: cells.map(([, value]) => Number(value)),
      };
    }),
  );
}

const MAX_TEST = 1_000;

/** Divides a scan at random into training rows and others. */
export function splitScan(
  { name, sequences, values }: Scan,
  rows: number,
  seed: number,
): Record<"training" | "test", Measurements> {
  const order = createRandom(`${name}/${seed}`).shuffle(Uint32Array.from(sequences, (_, row) => row));
  const at = (chosen: Uint32Array) => ({
    sequences: Array.from(chosen, (row) => sequences[row]!),
    values: Array.from(chosen, (row) => values[row]!),
  });
  return { training: at(order.slice(0, rows)), test: at(order.slice(rows, rows + MAX_TEST)) };
}

/** Reads the structure of a scan from `structures/` under BENCH_DATA. */
export async function readScanStructure({ name, reference }: Scan): Promise<StructureContext> {
  const structure = await readStructure(createReadStream(benchPath(`structures/${name}.pdb`)));
  return structureContext(await structureScores(structure, reference), reference);
}

/** Returns a function that sums the changes of a variant's substitutions. */
export function additiveScore(reference: string, changes: Float64Array): (variant: string) => number {
  const wildType = residueIndices(reference);
  return (variant) =>
    residueIndices(variant).reduce(
      (sum, residue, at) => sum + (residue === wildType[at] ? 0 : changes[at * RESIDUE_KINDS + residue]!),
      0,
    );
}
