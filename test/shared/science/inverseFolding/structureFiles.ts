import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { readStructure, type Structure } from "@pdp/formats/proteins";
import type { NetworkName } from "@pdp/science/structures";

/** Excerpts from the Protein Data Bank. */
export const STRUCTURES = [
  "dna-zinc-1bc8",
  "gaps-2xhe",
  "insertion-codes-4zhl",
  "selenomethionine-1a8o",
  "two-chains-4gyt",
] as const;
export type StructureName = (typeof STRUCTURES)[number];

/** What the original network returns for one structure and one decoding order. */
export interface ExpectedScores {
  turns: number[];
  logProbabilities: number[];
}

/** Reads one of the structures. */
export function storedStructure(name: StructureName): Promise<Structure> {
  return readStructure([unpacked(`${name}.pdb.gz`)]);
}

/** Reads the file of one of the structures. */
export function storedText(name: StructureName): string {
  return unpacked(`${name}.pdb.gz`).toString();
}

/** Reads the results of the original networks. */
export function expectedScores(): Record<StructureName, Record<NetworkName, ExpectedScores>> {
  return JSON.parse(unpacked("expected.json.gz").toString());
}

function unpacked(name: string): Buffer {
  return gunzipSync(readFileSync(new URL(`./structures/${name}`, import.meta.url)));
}
