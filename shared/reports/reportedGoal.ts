import type { ObjectiveMeasure } from "@pdp/science/analysis";

/** Goal of designs. */
export interface ReportedGoal extends ObjectiveMeasure {
  /** Value to hit, in the assay's unit; only for a TARGET. */
  target?: number;
}

/** Returns how well a value meets a goal; larger is better. */
export function worthOf({ direction, target = 0 }: ReportedGoal, value: number): number {
  if (direction === "TARGET") return -Math.abs(value - target);
  return direction === "MINIMIZE" ? -value : value;
}
