import { designsCost, type LibraryComparison, libraryCost } from "#shared/reports/librarySection.ts";
import { column, warningColumns } from "./designTable.ts";
import type { NewTaskTable } from "./taskRun.ts";

/** Converts libraries to a table: one row for each number of positions. */
export function libraryTable(
  taskId: string,
  { libraries, designs, costs }: LibraryComparison,
  template: string,
  warning: string | null,
): NewTaskTable {
  return {
    name: "library",
    description: `Degenerate libraries for the ${designs.count} designs of the task ${taskId}`,
    columns: [
      column("num_positions", "INT64", "Number of varied positions"),
      column("positions", "STRING", "Varied positions of the parent, such as 39;40; they count from 1"),
      column("codons", "STRING", "Degenerate codon of each position, such as NNK;NDT"),
      column("residues", "STRING", "Residues of each position, such as V39ACDE;D40FWY"),
      column("size", "INT64", "Number of combinations of codons"),
      column("variants", "INT64", "Number of proteins without a stop"),
      column("clones", "INT64", "Clones to screen for a coverage of 95 %"),
      column("expected_best", "FLOAT64", "Expected value of the best of these clones"),
      column("expected_best_as_designs", "FLOAT64", "The same for as many clones as there are designs"),
      column("expected_best_design", "FLOAT64", "Expected value of the best design"),
      column("share_good", "FLOAT64", "Share of clones predicted to reach the goal and every limit"),
      column("share_stop", "FLOAT64", "Share of clones with a stop"),
      column("cost", "FLOAT64", "Cost of the library and of screening its clones", true),
      column("cost_designs", "FLOAT64", "Cost of the genes and wells of the designs", true),
      column("parent", "STRING", "Sequence that is varied"),
      ...warningColumns(warning),
    ],
    rows: libraries.map((library) => ({
      num_positions: library.positions.length,
      positions: library.positions.join(";"),
      codons: library.codons.join(";"),
      residues: library.residues.join(";"),
      size: library.size,
      variants: library.variants,
      clones: library.clones,
      expected_best: library.best,
      expected_best_as_designs: library.bestOfFew,
      expected_best_design: designs.best,
      share_good: library.good,
      share_stop: library.stops,
      cost: costs && libraryCost(library, costs),
      cost_designs: costs && designsCost(designs.count, costs),
      parent: template,
      ...(warning !== null && { warning }),
    })),
  };
}
