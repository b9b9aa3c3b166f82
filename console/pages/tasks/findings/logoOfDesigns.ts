import type { LogoChart, LogoScale } from "../../../plots/chart.ts";
import type { Alignment } from "./alignDesigns.ts";

/** Returns the logo of aligned designs: the residues at each changed position of the template. Insertions are omitted. */
export function logoOfDesigns({ sites, designs }: Alignment, scale: LogoScale): LogoChart {
  return {
    kind: "logo",
    scale,
    designs: designs.length,
    sites: sites.flatMap(({ at, name, imgt }, index) => {
      if (!Number.isInteger(at)) return [];
      const counts = new Map<string, number>();
      const kept = new Set<string>();
      for (const { residues, template } of designs) {
        const residue = residues[index] ?? "";
        counts.set(residue, (counts.get(residue) ?? 0) + 1);
        if (residue === template[index]) kept.add(residue);
      }
      const letters = [...counts].map(([letter, count]) => ({
        letter,
        designs: count,
        isTemplate: kept.has(letter),
      }));
      return [{ site: name, number: imgt?.number ?? null, letters }];
    }),
  };
}
