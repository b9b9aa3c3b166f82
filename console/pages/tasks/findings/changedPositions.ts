import type { Alignment } from "./alignDesigns.ts";

/** Position that designs change, with the residues that they introduce. */
export interface ChangedPosition {
  /** Name of the position, as in the alignment. */
  site: string;
  /** Number of designs that change it. */
  designs: number;
  /** New residues, most frequent first. */
  residues: readonly { residue: string; designs: number }[];
}

/** Returns the positions of an alignment, most frequently changed first. */
export function changedPositions({ sites, designs }: Alignment): ChangedPosition[] {
  return sites
    .map(({ name, changed }, index) => {
      const counts = new Map<string, number>();
      for (const { residues, template } of designs) {
        const residue = residues[index] ?? "";
        if (residue !== template[index]) counts.set(residue, (counts.get(residue) ?? 0) + 1);
      }
      const residues = [...counts]
        .map(([residue, count]) => ({ residue, designs: count }))
        .sort((a, b) => b.designs - a.designs || (a.residue < b.residue ? -1 : 1));
      return { site: name, designs: changed, residues };
    })
    .sort((a, b) => b.designs - a.designs);
}
