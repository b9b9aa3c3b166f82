import type { WellRole } from "#shared/domain/loads/wellRole.ts";
import { formatValue, plural } from "../../parts/format.ts";
import type { ChartWell } from "../chart.ts";

/** Minimum number of wells of each control for a Z′. */
const MIN_CONTROLS = 2;
/** Minimum number of wells in a row or column for a position effect to be reported. */
const MIN_WELLS = 3;
/** Number of standard errors above which a row or column is reported. */
const MIN_ERRORS = 4;

/** Describes the controls of a plate, and how its edge, rows and columns differ from the other wells. */
export function plateNote(wells: readonly (ChartWell & { role: WellRole })[]): string {
  const samples = wells.filter(({ role }) => role === "sample");
  const compared = samples.length > 0 ? samples : wells;
  return ["White is the median.", controlWords(wells), edgeWords(compared), ...lineWords(compared)]
    .filter((words) => words !== "")
    .join(" ");
}

/** Z′ = 1 − 3 (s₊ + s₋) / |m₊ − m₋| of Zhang, Chung and Oldenburg (1999). */
function controlWords(wells: readonly (ChartWell & { role: WellRole })[]): string {
  const [positive, negative] = (["positive", "negative"] as const).map((role) =>
    momentsOf(wells.filter((well) => well.role === role)),
  ) as [Moments, Moments];
  if (positive.count < MIN_CONTROLS || negative.count < MIN_CONTROLS) return "";
  const factor =
    1 - (3 * (positive.deviation + negative.deviation)) / Math.abs(positive.mean - negative.mean);
  const quality = Number.isFinite(factor) ? `Z′ is ${factor.toFixed(2)}: ` : "";
  const words = ({ count, mean }: Moments) => `${formatValue(mean)} in ${plural(count, "well")}`;
  return `${quality}positive controls have the mean ${words(positive)}, negative ones ${words(negative)}.`;
}

/** Compares the wells at the edge of a plate with the others: a difference indicates evaporation or heating. */
function edgeWords(wells: readonly ChartWell[]): string {
  const rows = [...new Set(wells.map(({ row }) => row))].sort(byLength);
  const columns = wells.map(({ column }) => column);
  const [first, last] = [Math.min(...columns), Math.max(...columns)];
  const isEdge = ({ row, column }: ChartWell) =>
    row === rows[0] || row === rows.at(-1) || column === first || column === last;
  const [edge, inner] = [momentsOf(wells.filter(isEdge)), momentsOf(wells.filter((well) => !isEdge(well)))];
  if (edge.count === 0 || inner.count === 0) return "";
  return `The wells at the edge have the mean ${formatValue(edge.mean)}, the others ${formatValue(inner.mean)}.`;
}

/** Names the row and the column that differ most from the other wells, if the difference is clear. */
function lineWords(wells: readonly ChartWell[]): string[] {
  const lines = [
    ...groupsOf(wells, ({ row }) => `row ${row}`),
    ...groupsOf(wells, ({ column }) => `column ${column}`),
  ].sort((one, other) => other.errors - one.errors);
  const [furthest] = lines;
  if (!furthest || !(furthest.errors > MIN_ERRORS)) return [];
  const { name, mean, others } = furthest;
  const sentence = `The wells of ${name} have the mean ${formatValue(mean)}, the others ${formatValue(others)}`;
  return [`${sentence}: check for an effect of the position.`];
}

function groupsOf(wells: readonly ChartWell[], nameOf: (well: ChartWell) => string) {
  return [...Map.groupBy(wells, nameOf)].flatMap(([name, line]) => {
    const own = momentsOf(line);
    const others = momentsOf(wells.filter((well) => nameOf(well) !== name));
    if (own.count < MIN_WELLS || others.count < MIN_WELLS) return [];
    const error = Math.sqrt(own.deviation ** 2 / own.count + others.deviation ** 2 / others.count);
    const errors = Math.abs(own.mean - others.mean) / error;
    return [{ name, mean: own.mean, others: others.mean, errors }];
  });
}

interface Moments {
  count: number;
  mean: number;
  /** Sample standard deviation. */
  deviation: number;
}

function momentsOf(wells: readonly ChartWell[]): Moments {
  const count = wells.length;
  const mean = wells.reduce((sum, { value }) => sum + value, 0) / count;
  const squares = wells.reduce((sum, { value }) => sum + (value - mean) ** 2, 0);
  return { count, mean, deviation: Math.sqrt(squares / (count - 1)) };
}

/** Sorts row letters as on a plate: `AA` comes after `Z`. */
function byLength(one: string, other: string): number {
  return one.length - other.length || (one < other ? -1 : 1);
}
