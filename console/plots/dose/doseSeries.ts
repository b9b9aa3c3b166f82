import type { Observation } from "@pdp/science/doseResponse";
import { plural } from "../../parts/format.ts";

/** Response of a variant in one row. */
export interface DoseRow {
  name: string;
  sequence: string | null;
  dose: number | null;
  response: number | null;
}

/** Responses of one variant. */
export interface DoseSeries {
  name: string;
  /** Sequence of its first row; null if unknown. */
  sequence: string | null;
  values: readonly Observation[];
}

/** Maximum number of variants to fit, and maximum number of responses per variant, which limit how long a fit takes. */
const [MAX_SERIES, MAX_RESPONSES] = [192, 500];

/** Groups rows by variant, in the order of their first rows. The note states what is omitted. */
export function doseSeries(rows: readonly DoseRow[]): { series: DoseSeries[]; note: string } {
  const variants = new Map<string, { sequence: string | null; values: Observation[] }>();
  let [unusable, cut] = [0, 0];
  for (const { name, sequence, dose, response } of rows) {
    if (dose === null || response === null || dose < 0) {
      unusable += 1;
      continue;
    }
    const variant = variants.get(name) ?? { sequence, values: [] };
    variants.set(name, variant);
    if (variant.values.length < MAX_RESPONSES) variant.values.push({ dose, response });
    else cut += 1;
  }
  const series = [...variants].map(([name, variant]) => ({ name, ...variant }));
  const notes = [
    ...(series.length > MAX_SERIES
      ? [`The first ${MAX_SERIES} of ${series.length} variants are fitted.`]
      : []),
    ...(unusable > 0
      ? [`${plural(unusable, "row")} without a dose or response ${unusable === 1 ? "is" : "are"} omitted.`]
      : []),
    ...(cut > 0 ? [`At most ${MAX_RESPONSES} responses of a variant are used.`] : []),
  ];
  return { series: series.slice(0, MAX_SERIES), note: notes.join(" ") };
}
