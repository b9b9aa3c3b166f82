import { edgeOf, errorsBetween, hasControls, type Moments, momentsOf, zPrime } from "@pdp/basics/statistics";
import type { WellRole } from "#shared/proposals/wellRole.ts";
import { formatValue, plural } from "../../parts/format.ts";
import type { ChartWell } from "../chart.ts";

/** Minimum number of wells in a row or column for a position effect to be reported. */
const MIN_WELLS = 3;
/** Number of standard errors above which a row or column is reported. */
const MIN_ERRORS = 4;

/** Describes the controls of a plate, and how its edge, rows and columns differ from the other wells. */
export function plateNote(wells: readonly (ChartWell & { role: WellRole })[]): string {
  const samples = wells.filter(({ role }) => role === "sample");
  const compared = samples.length > 0 ? samples : wells;
  return ["White is the median.", controlWords(wells), edgeWords(wells, compared), lineWords(compared)]
    .filter((words) => words !== "")
    .join(" ");
}

function controlWords(wells: readonly (ChartWell & { role: WellRole })[]): string {
  const positive = valuesOf(wells.filter(({ role }) => role === "positive"));
  const negative = valuesOf(wells.filter(({ role }) => role === "negative"));
  if (!hasControls(positive, negative)) return "";
  const factor = zPrime(positive, negative);
  const quality = factor === null ? "" : `Z′ is ${factor}: `;
  const words = ({ count, mean }: Moments) => `${formatValue(mean)} in ${plural(count, "well")}`;
  return `${quality}positive controls have the mean ${words(positive)}, negative controls ${words(negative)}.`;
}

/** Compares the wells at the edge of a plate with the others: a difference indicates evaporation or heating. */
function edgeWords(wells: readonly ChartWell[], compared: readonly ChartWell[]): string {
  const isEdge = edgeOf(wells);
  const [edge, inner] = [
    valuesOf(compared.filter(isEdge)),
    valuesOf(compared.filter((well) => !isEdge(well))),
  ];
  if (edge.count === 0 || inner.count === 0) return "";
  return `Edge wells have the mean ${formatValue(edge.mean)}, inner wells ${formatValue(inner.mean)}.`;
}

/** Names the row or column that differs most from the other wells, if the difference is clear. */
function lineWords(wells: readonly ChartWell[]): string {
  const [furthest] = [
    ...groupsOf(wells, ({ row }) => `row ${row}`),
    ...groupsOf(wells, ({ column }) => `column ${column}`),
  ].sort((a, b) => b.errors - a.errors);
  if (!furthest || !(furthest.errors > MIN_ERRORS)) return "";
  const { name, mean, others } = furthest;
  return `The wells of ${name} have the mean ${formatValue(mean)}, the others ${formatValue(others)}: check for a position effect.`;
}

function groupsOf(wells: readonly ChartWell[], nameOf: (well: ChartWell) => string) {
  return [...Map.groupBy(wells, nameOf)].flatMap(([name, line]) => {
    const lineValues = valuesOf(line);
    const others = valuesOf(wells.filter((well) => nameOf(well) !== name));
    if (lineValues.count < MIN_WELLS || others.count < MIN_WELLS) return [];
    return [{ name, mean: lineValues.mean, others: others.mean, errors: errorsBetween(lineValues, others) }];
  });
}

function valuesOf(wells: readonly ChartWell[]): Moments {
  return momentsOf(wells.map(({ value }) => value));
}
