import type { Design } from "#client/orderList/design.ts";
import type { Numbering } from "#shared/domain/mutations/numbering.ts";

/** Position that designs change, with the residues that they introduce. */
export interface ChangedPosition {
  /** Template residue and its number, such as `V29`; lists multiple residues if the templates differ there, such as `V/I29`. */
  site: string;
  /** Number of designs that change it. */
  designs: number;
  /** New residues, most frequent first. */
  residues: readonly { residue: string; designs: number }[];
}

/** Returns the positions that designs change, most frequently changed first. */
export function changedPositions(
  designs: readonly Pick<Design, "sequence" | "parent">[],
  numbering: Numbering,
): ChangedPosition[] {
  const sites = new Map<number, Map<string, number>>();
  const replaced = new Map<number, Set<string>>();
  for (const { sequence, parent } of designs) {
    if (sequence.length !== parent.length) continue;
    for (let index = 0; index < sequence.length; index += 1) {
      const residue = sequence[index] ?? "";
      if (residue === parent[index]) continue;
      const residues = sites.get(index) ?? new Map<string, number>();
      residues.set(residue, (residues.get(residue) ?? 0) + 1);
      sites.set(index, residues);
      replaced.set(index, (replaced.get(index) ?? new Set()).add(parent[index] ?? ""));
    }
  }
  return [...sites]
    .map(([index, counts]) => {
      const residues = [...counts]
        .map(([residue, count]) => ({ residue, designs: count }))
        .sort((one, other) => other.designs - one.designs || (one.residue < other.residue ? -1 : 1));
      const sum = residues.reduce((total, one) => total + one.designs, 0);
      return {
        index,
        site: `${[...(replaced.get(index) ?? [])].join("/")}${numbering.positionAt(index)}`,
        designs: sum,
        residues,
      };
    })
    .sort((one, other) => other.designs - one.designs || one.index - other.index)
    .map(({ index: _, ...position }) => position);
}
