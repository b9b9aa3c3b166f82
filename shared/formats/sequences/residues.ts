import { AMINO_ACIDS, residueName } from "@pdp/basics/proteins";

/** Kind of a polymer, as shown in the column `molecule` of a structure. */
export type Molecule = "PROTEIN" | "DNA" | "RNA";

export interface Residue {
  letter: string;
  molecule: Molecule;
}

/** Amino acids beyond the twenty in proteins, and codes for ambiguous residues. */
const OTHER_AMINO_ACIDS = "SEC U PYL O ASX B GLX Z UNK X";
/** Amino acids that are often modified, with their parent residues. */
const MODIFIED =
  "MSE M SEP S TPO T PTR Y CSO C CSD C CME C OCS C CAS C CSX C KCX K MLY K M3L K ALY K LLP K HYP P PCA E HIC H CGU E FME M MLE L NLE L SAC S TYS Y DAL A HSD H HSE H HSP H HID H HIE H HIP H CYX C ASH D GLH E LYN K";
const DNA = "DA A DC C DG G DT T DU U DI I T T";
const RNA = "A A C C G G U U I I N N PSU U 5MC C 7MG G 1MA A 2MG G OMC C OMG G H2U U";

/** Residues by the names used in structures. */
const RESIDUES = new Map<string, Residue>([
  ...[...AMINO_ACIDS].map((letter): [string, Residue] => [
    residueName(letter).toUpperCase(),
    { letter, molecule: "PROTEIN" },
  ]),
  ...pairs(OTHER_AMINO_ACIDS, "PROTEIN"),
  ...pairs(MODIFIED, "PROTEIN"),
  ...pairs(DNA, "DNA"),
  ...pairs(RNA, "RNA"),
]);

/** Returns the polymer residue named in a structure; undefined for ligands, water and rare modifications. */
export function residueOf(name: string): Residue | undefined {
  return RESIDUES.get(name);
}

/** Tells whether a ligand atom names a residue. Shorter names, such as `U`, are also names of ions. */
export function isNamedResidue(name: string): boolean {
  return name.length === 3 && RESIDUES.has(name);
}

function pairs(list: string, molecule: Molecule): [string, Residue][] {
  const words = list.split(" ");
  return words.flatMap((name, at) =>
    at % 2 === 0 ? [[name, { letter: words[at + 1] as string, molecule }]] : [],
  );
}
