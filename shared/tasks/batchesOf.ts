import type { ScaleType } from "@pdp/science/analysis";
import type { Measurements } from "./measurements.ts";

/**
 * Returns the batch of each row: its plate within its round, because plates of different rounds may have the same name. For ranks,
 * the plate alone: they are compared within batches, which would hide the progress from round to round. Null if there is one
 * batch.
 */
export function batchesOf(
  { batches, rounds }: Pick<Measurements, "batches" | "rounds">,
  scale?: ScaleType,
): string[] | null {
  if (rounds === undefined || scale === "RANK") return batches;
  return rounds.of.map((round, row) =>
    [round || "without a round", batches?.[row] ?? ""].filter((name) => name !== "").join(", "),
  );
}
