import type { Frame } from "./frame.ts";
import type { Legend } from "./legends.ts";

/** How a chart is drawn. */
export interface Drawing {
  /** Frames from top to bottom, or from left to right. */
  frames: readonly Frame[];
  isInRow?: boolean;
  legend?: Legend | undefined;
}
