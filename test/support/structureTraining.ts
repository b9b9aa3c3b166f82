import { readFileSync } from "node:fs";
import { storedStructure } from "../shared/science/inverseFolding/structureFiles.ts";
import type { Lab } from "./lab.ts";

const NAME = "selenomethionine-1a8o";
const FILE = new URL(`../shared/science/inverseFolding/structures/${NAME}.pdb.gz`, import.meta.url);

/** Returns the protein of the structure that tests train with. */
export async function structureReference(): Promise<string> {
  const { residues } = await storedStructure(NAME);
  return residues.map(({ letter }) => letter).join("");
}

/** Adds that structure to the project. Returns its ID. */
export async function addStructure(lab: Lab): Promise<string> {
  const created = await lab.api.post<{ id: string; upload_url: string }>("/data/artifact:create", {
    type: "protein.structure/v1",
    context: { kind: "PROJECT", project_id: lab.projectId },
    name: "1A8O",
  });
  await fetch(created.upload_url, { method: "PUT", body: new Uint8Array(readFileSync(FILE)) });
  return created.id;
}
