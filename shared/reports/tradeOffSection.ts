import { formatCount, formatInteger } from "@pdp/basics/wording";
import { type Assay, assayName } from "@pdp/science/analysis";
import { withUnit } from "./charts/chart.ts";
import { tradeOffPlot } from "./charts/tradeOffPlot.ts";
import type { ReportSection } from "./report.ts";
import { type ReportedGoal, worthOf } from "./reportedGoal.ts";

export interface TradeOffDesign {
  name: string;
  /** Predicted means, in assay order; NaN if there are none. */
  means: readonly number[];
}

export interface TradeOffInput {
  assays: readonly Assay[];
  /** Goals for several assays: the objectives and the limits. */
  goals: readonly ReportedGoal[];
  designs: readonly TradeOffDesign[];
  /** Predicted means for the template, in assay order. */
  template: readonly number[];
}

const MAX_ROWS = 50;
const MAX_PLOTTED = 500;

/**
 * Shows the designs that no other design beats on all goals at once (the Pareto front); shows nothing if there are fewer than
 * two goals.
 */
export function tradeOffSections({ assays, goals, designs, template }: TradeOffInput): ReportSection[] {
  const wanted = goals.flatMap((goal) => {
    const index = assays.findIndex(({ assay_id }) => assay_id === goal.assay_id);
    if (index < 0) return [];
    const worth = (means: readonly number[]): number => worthOf(goal, means[index]!);
    return [{ index, assay: assays[index]!, worth }];
  });
  const [first, second] = wanted;
  if (!first || !second) return [];
  const known = designs.flatMap((design, at) =>
    wanted.every(({ index }) => Number.isFinite(design.means[index])) ? [{ ...design, rank: at + 1 }] : [],
  );
  const front = paretoFront(known.map(({ means }) => wanted.map(({ worth }) => worth(means))));
  const isFront = new Set(front);
  const best = known
    .filter((_, at) => isFront.has(at))
    .toSorted((a, b) => first.worth(b.means) - first.worth(a.means));
  const names = wanted.map(({ assay }) => assayName(assay));
  const title = `${names.slice(0, -1).join(", ")} against ${names.at(-1)}`;
  const label = ({ assay }: (typeof wanted)[number]): string =>
    withUnit(`Predicted ${assayName(assay)}`, assay.unit);
  return [
    {
      title: `Trade-offs: ${title}`,
      text: `${formatCount(best.length, "design")} of ${formatInteger(known.length)} ${best.length === 1 ? "is a best trade-off" : "are best trade-offs"}: no other design is predicted to be better in one of these assays and at least as good in the ${wanted.length > 2 ? "others" : "other"} (the Pareto front). Choose among them according to your priorities; measure other designs only because predictions are uncertain.${wanted.length > 2 ? ` The plot shows the first two assays; the table shows all of them.` : ""}`,
      chart: tradeOffPlot(
        [
          ...known.slice(0, MAX_PLOTTED).map(({ name, means }, at) => ({
            x: means[first.index]!,
            y: means[second.index]!,
            label: name,
            kind: isFront.has(at) ? ("best trade-off" as const) : ("other design" as const),
          })),
          ...([first, second].every(({ index }) => Number.isFinite(template[index]))
            ? [
                {
                  x: template[first.index]!,
                  y: template[second.index]!,
                  label: "template",
                  kind: "template" as const,
                },
              ]
            : []),
        ],
        { title: `Predicted ${title}`, x: label(first), y: label(second) },
      ),
      table: {
        columns: [
          { title: "Rank", kind: "integer" },
          { title: "Best trade-offs", kind: "sequence" },
          ...wanted.map((goal) => ({ title: label(goal), kind: "number" as const })),
        ],
        rows: best
          .slice(0, MAX_ROWS)
          .map(({ rank, name, means }) => [rank, name, ...wanted.map(({ index }) => means[index]!)]),
      },
    },
  ];
}

/**
 * Returns the indices of the points that no other point dominates. A dominating point is at least as large in every dimension
 * and larger in at least one.
 */
export function paretoFront(points: readonly (readonly number[])[]): number[] {
  const order = [...points.keys()].sort((a, b) => compare(points[b]!, points[a]!));
  const front: number[] = [];
  // In this order, only earlier points can dominate a point.
  for (const at of order) if (!front.some((other) => dominates(points[other]!, points[at]!))) front.push(at);
  return front.sort((a, b) => a - b);
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (const [at, value] of a.entries()) if (value !== b[at]) return value - b[at]!;
  return 0;
}

function dominates(a: readonly number[], b: readonly number[]): boolean {
  return a.every((value, at) => value >= b[at]!) && a.some((value, at) => value > b[at]!);
}
