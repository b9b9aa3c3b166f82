import { findBothChains } from "@pdp/science/antibodies";
import type { PreviewDecision } from "#shared/domain/loads/previewDecision.ts";
import { likely } from "./decisions.ts";
import type { SeenColumn } from "./findMutations.ts";

/** Maximum number of rows whose sequences are examined. */
const MAX_ROWS = 200;

/** States which columns have heavy and light chains, whatever their names; empty unless there is one of each. */
export function chainDecision(columns: readonly SeenColumn[]): PreviewDecision[] {
  const proteins = columns.filter(({ proposed }) => proposed.kind === "AMINO_ACIDS");
  if (proteins.length < 2) return [];
  const cells = proteins.map(({ proposed, cells: columnCells }) => [
    proposed.name,
    columnCells.slice(0, MAX_ROWS),
  ]);
  const count = Math.min(MAX_ROWS, proteins[0]?.cells.length ?? 0);
  const both = findBothChains({ count, columns: Object.fromEntries(cells) });
  if (both === null) return [];
  const reason = `${both.vh} contains heavy chains of antibodies and ${both.vl} light chains: tasks with a reference of two chains read them together.`;
  return [likely("CHAINS", reason, [`Use ${both.vh} or ${both.vl} alone, as one chain`])];
}
