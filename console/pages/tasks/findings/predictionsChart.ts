import type { Design } from "#client/orderList/design.ts";
import type { Better, ScatterChart } from "../../../plots/chart.ts";

/**
 * Returns a chart of two predicted assays of designs, or of one predicted assay by rank; null if there are no predictions.
 * `goals` states which values of an assay are better; unless it contains both assays, no design is marked as best.
 */
export function predictionsChart(
  designs: readonly Design[],
  pathOf: (sequence: string) => string,
  goals: ReadonlyMap<string, Better>,
): ScatterChart | null {
  const [first, second] = designs[0]?.predictions.map(({ assay }) => assay) ?? [];
  if (first === undefined) return null;
  const meanOf = ({ predictions }: Design, assay: string) =>
    predictions.find((prediction) => prediction.assay === assay)?.mean ?? Number.NaN;
  const points = designs.map((design) => {
    const { sequence, mutations, rank, isToLearn } = design;
    return {
      x: second === undefined ? rank : meanOf(design, first),
      y: meanOf(design, second ?? first),
      name: `${rank}. ${mutations.replaceAll(";", " ") || "the template"}`,
      group: isToLearn === null ? null : isToLearn ? "to learn from" : "expected to be best",
      href: pathOf(sequence),
    };
  });
  const [x, y] = [goals.get(first), second === undefined ? undefined : goals.get(second)];
  return {
    kind: "scatter",
    x: second === undefined ? "rank" : `${first}, predicted`,
    y: `${second ?? first}, predicted`,
    points: points.filter(({ x, y }) => Number.isFinite(x) && Number.isFinite(y)),
    guide: x && y ? "front" : "none",
    ...(second === undefined && { isOrdered: true }),
    ...(x && y && { better: { x, y } }),
  };
}
