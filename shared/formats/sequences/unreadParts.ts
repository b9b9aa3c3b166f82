import { formatCount } from "@pdp/basics/wording";

/** Counts the parts of structures that are not converted to sequences. */
export class UnreadParts {
  models = 0;
  /** Atoms of ligands and water. */
  atoms = 0;
  /** Residues after the end of a chain, which may be ligands. */
  residues = 0;

  /** Lists the parts as sentence fragments. */
  notes(): string[] {
    const { models, atoms, residues } = this;
    return [
      ...(models > 0 ? [formatCount(models, "other model")] : []),
      ...(atoms > 0 ? [`${formatCount(atoms, "atom")} of ligands and water`] : []),
      ...(residues > 0 ? [`${formatCount(residues, "residue")} that may be ligands`] : []),
    ];
  }
}
