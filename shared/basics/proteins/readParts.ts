import type { MutatedReference } from "./applyMutations.ts";
import { isWildType, type ReadMutations, readMutations } from "./readMutations.ts";
import { residueLetter } from "./residueNames.ts";

/** Mutation in separate cells: the residue number, the wild-type letter if stated, and the new residue. */
export interface MutationParts {
  position: string | null;
  wildType: string | null;
  mutant: string | null;
}

const POSITION = /^(-?\d{1,6})(?:\.0*)?$/;
/** Signs and words for the deletion of a residue in a column of new residues. */
const DELETION = /^(?:[-–—]|del(?:etion)?|[Δ∆])$/i;
const NUMBERED = /^([A-Za-z]{1,3})(-?\d{1,6})$/;

/** Tells whether a cell in a column of new residues states that the residue is deleted. */
export function isDeletion(cell: string): boolean {
  return cell.length <= 20 && DELETION.test(cell.trim());
}

/** Reads a mutation from its parts. A missing wild-type letter is read from the reference. */
export function readParts(parts: MutationParts, { sequence, numbering }: MutatedReference): ReadMutations {
  const [position, stated, mutant] = [parts.position, parts.wildType, parts.mutant].map(
    (part) => part?.trim() ?? "",
  );
  if (isWildType(position ?? "") || (position === "" && isWildType(mutant ?? ""))) return { changes: [] };
  if (position === "" || mutant === "") return { reason: "is empty" };
  const [, numberedBy = "", numbered] = NUMBERED.exec(position ?? "") ?? [];
  const number = numbered ?? POSITION.exec(position ?? "")?.[1];
  if (number === undefined) return { reason: "is not a position; write the residue number, such as 23" };
  const letters = stated || numberedBy;
  const wildType = letters === "" ? sequence[numbering.indexOf(Number(number))] : residueLetter(letters);
  if (wildType === undefined && letters !== "")
    return { reason: `has "${letters}", which is not an amino acid` };
  const to = isWildType(mutant ?? "") ? "=" : mutant;
  return readMutations(`${wildType ?? "A"}${Number(number)}${to}`);
}
