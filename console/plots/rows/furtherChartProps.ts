import type { ChartChoice } from "./chartChoice.ts";
import type { Rows } from "./chartOfRows.ts";

export interface FurtherChartProps {
  title: string;
  rows: Rows;
  /** Must stay the same object while the choice is the same. */
  choice: ChartChoice;
  /** Sentences at the start of the note. */
  note: string;
  /** Returns the page for a sequence. */
  pathOf: (sequence: string) => string;
}
