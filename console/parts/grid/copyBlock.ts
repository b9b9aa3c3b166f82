import { copyAndSay } from "../copyAndSay.ts";
import { say } from "../toast.tsx";
import { tabSeparated } from "./cells.ts";
import type { Block } from "./gridGeometry.ts";
import type { GridSource } from "./gridSource.ts";

/** Maximum number of cells that are copied at once. */
const MAX_COPIED_CELLS = 1_000_000;

/** Copies a block of cells in a format that spreadsheets accept, and shows a confirmation. */
export async function copyBlock(rows: GridSource, block: Block): Promise<void> {
  const cells = (block.toRow - block.fromRow + 1) * (block.toColumn - block.fromColumn + 1);
  if (cells > MAX_COPIED_CELLS) {
    say("At most a million cells can be copied. Download the result instead.");
    return;
  }
  await copyAndSay(tabSeparated(rows, block), cells === 1 ? "Copied the cell." : `Copied ${cells} cells.`);
}
