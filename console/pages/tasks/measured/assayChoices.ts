import type { EarlierTraining } from "#client/requests/earlierTask.ts";
import { formatNumber, plural } from "../../../parts/format.ts";
import type { Material } from "./material.ts";

/** Selects the assays of an earlier task, with their comparisons. */
export function withChoices(
  assays: Material["assays"],
  before: Pick<EarlierTraining, "assays">,
): Material["assays"] {
  return assays.map((assay) => {
    const chosen = before.assays.find(({ column }) => column === assay.column);
    if (!chosen) return { ...assay, isChosen: false };
    return { ...assay, isChosen: true, scale: chosen.scale, unit: chosen.unit ?? "" };
  });
}

/** Describes the data that a task will use. */
export function willUse(
  { rows, sequences, mutations }: Pick<Material, "rows" | "sequences" | "mutations">,
  chosen: Material["assays"],
): string {
  if (chosen.length === 0) return "Choose at least one assay.";
  if (rows === null || sequences === null)
    return "It will use those of the rows that have a sequence and a value.";
  const [protein, missing] = mutations === null ? ["a sequence", "sequence"] : ["mutations", "mutations"];
  // Values of multiple assays may come from different rows.
  const values = chosen.reduce((sum, assay) => sum + (assay.values ?? 0), 0);
  const used = `It will use up to ${formatNumber(Math.min(sequences, values))} of ${formatNumber(rows)} rows: those with ${protein} and a value.`;
  const without = rows - sequences;
  if (without === 0) return used;
  return `${used} ${plural(without, "row")} ${without === 1 ? "has" : "have"} no ${missing}.`;
}
