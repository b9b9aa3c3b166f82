import { dot, line, plot, rectY, ruleX } from "@observablehq/plot";
import { type DoseFit, type Observation, responseAt } from "@pdp/science/doseResponse";

/** Range of all panels: positive doses, and responses. */
export interface DoseFrame {
  doses: readonly [least: number, most: number];
  responses: readonly [least: number, most: number];
}

const [WIDTH, HEIGHT] = [260, 180];
const CURVE_POINTS = 80;

/** Draws the responses of one variant with its curve, its EC50 and the interval of the EC50. */
export function drawDose(
  values: readonly Observation[],
  fit: DoseFit | undefined,
  frame: DoseFrame,
  labels: { dose: string; response: string },
): Element {
  const [minDose, maxDose] = frame.doses;
  const clamp = (dose: number) => Math.min(Math.max(dose, minDose), maxDose);
  const fitted = fit === undefined || fit.state === "UNFITTED" ? null : fit;
  const curve =
    fitted === null
      ? []
      : Array.from({ length: CURVE_POINTS }, (_, at) => {
          const dose = minDose * (maxDose / minDose) ** (at / (CURVE_POINTS - 1));
          return { dose, response: responseAt(fitted.curve, dose) };
        });
  const interval =
    fitted?.state === "DETERMINED"
      ? [{ from: clamp(fitted.low), to: clamp(fitted.high), ec50: fitted.curve.ec50 }]
      : [];
  const [low, high] = frame.responses;
  const picture = plot({
    width: WIDTH,
    height: HEIGHT,
    marginLeft: 44,
    marginRight: 12,
    marginTop: 16,
    marginBottom: 34,
    className: "chart-plot",
    style: { background: "transparent", overflow: "visible" },
    x: { type: "log", domain: [minDose, maxDose], label: labels.dose, ticks: 4, tickFormat: "~g" },
    y: { domain: [low, high], nice: true, label: labels.response, ticks: 4, grid: true },
    marks: [
      rectY(interval, { x1: "from", x2: "to", y1: low, y2: high, fill: "var(--accent)", fillOpacity: 0.15 }),
      ruleX(interval, { x: "ec50", stroke: "var(--accent)", strokeDasharray: "4 3" }),
      line(curve, { x: "dose", y: "response", stroke: "var(--category-1)", strokeWidth: 2 }),
      dot(
        values.filter(({ dose }) => dose > 0),
        { x: "dose", y: "response", r: 3, fill: "var(--category-1)", fillOpacity: 0.6 },
      ),
    ],
  });
  picture.setAttribute("aria-hidden", "true");
  return picture;
}

/** Returns the range that all series share; null if none of the doses is positive. */
export function frameOf(series: readonly { values: readonly Observation[] }[]): DoseFrame | null {
  let doses: [number, number] = [Number.POSITIVE_INFINITY, 0];
  let responses: [number, number] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { values } of series) {
    for (const { dose, response } of values) {
      if (dose > 0) doses = [Math.min(doses[0], dose), Math.max(doses[1], dose)];
      responses = [Math.min(responses[0], response), Math.max(responses[1], response)];
    }
  }
  if (doses[1] === 0) return null;
  return doses[0] === doses[1] ? { doses: [doses[0] / 2, doses[1] * 2], responses } : { doses, responses };
}
