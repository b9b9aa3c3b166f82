import { createRandom } from "@pdp/basics/statistics";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { barChart } from "#shared/reports/charts/barChart.ts";
import { boxPlot } from "#shared/reports/charts/boxPlot.ts";
import { correlationMatrix } from "#shared/reports/charts/correlationMatrix.ts";
import { heatMap, selectPositions } from "#shared/reports/charts/heatMap.ts";
import { positionChart } from "#shared/reports/charts/positionChart.ts";
import { chartSvg } from "#shared/reports/draw/chartSvg.ts";
import { parityPlot } from "#shared/reports/learnabilitySections.ts";
import { withChartIds } from "#shared/reports/withChartIds.ts";

const random = createRandom("plots");
const cells = Array.from({ length: 200 }, (_, index) => ({
  position: Math.floor(index / 10),
  residue: index % 10,
  effect: random.normal(),
  count: 1,
}));

describe("a plot on a page", () => {
  it("descriptions are tooltips without scripts", () => {
    const svg = chartSvg(
      heatMap("ACDEFGHIKLACDEFGHIKL", cells, { title: "Effects", legend: "Effect" }),
      "p1",
    );
    expect(svg.match(/<title>/g)).toHaveLength(200);
    expect(svg).toMatch(/<title>A1A: [+−][\d.]+ \(n = 1\)<\/title>/);
    expect(svg).not.toMatch(/<script|onload|href/);
  });

  it("ids are unique, so that plots on a page do not share gradients", () => {
    const same = heatMap("ACDEFGHIKLACDEFGHIKL", cells, { title: "Effects", legend: "Effect" });
    const ids = (svg: string): string[] => [...svg.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]!);
    const [first, second] = [chartSvg(same, "p1"), chartSvg(same, "p2")];
    expect(ids(first).length).toBeGreaterThan(0);
    expect(ids(first).filter((id) => ids(second).includes(id))).toEqual([]);
    for (const [, id] of first.matchAll(/url\(#([^)]+)\)/g)) expect(ids(first)).toContain(id);
    expect(chartSvg(same, "p1")).toBe(first);
  });

  it("text and lines use the page's colors", () => {
    const svg = chartSvg(
      boxPlot([{ label: "a", values: [1, 2, 3] }], { title: "T", x: "Batch", y: "Value" }),
      "p",
    );
    expect(svg).toContain('fill="currentColor"');
    expect(svg).not.toMatch(/fill="(#000|black)"/);
  });

  it("the number of plotted points is limited, and the plot states this", () => {
    const points = Array.from({ length: 5_000 }, () => ({
      observed: random.normal(),
      predicted: random.normal(),
    }));
    const { title, data } = parityPlot(points, "activity", random, 2_000);
    expect(data).toHaveLength(2_000);
    expect(title).toContain("2,000 of 5,000 shown");
  });

  it("any string is shown as text", () => {
    const texts = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(..."<>&\"'/ script=id#()") }));
    fc.assert(
      fc.property(texts, (text) => {
        const labels = { title: `<script>${text}`, x: text, y: `${text}</svg>` };
        const svg = chartSvg(boxPlot([{ label: text, values: [1, 2] }], labels), "p");
        expect(svg.match(/<svg/g)).toHaveLength(1);
        expect(svg.match(/<\/svg>/g)).toHaveLength(1);
        const names = [...svg.matchAll(/<([a-z]+)/gi)].map((match) => match[1]!);
        expect(names.filter((name) => !ELEMENTS.has(name))).toEqual([]);
      }),
      { seed: 9, numRuns: 60 },
    );
  });
});

test("each chart of a report has its own id, by its kind", () => {
  const bars = barChart([{ label: "1", count: 2 }], { title: "T", x: "Mutations", y: "Rows" });
  const boxes = boxPlot([{ label: "a", values: [1, 2] }], { title: "T", x: "Batch", y: "Value" });
  const sections = [bars, boxes, null, bars].map((chart) => ({
    title: "S",
    text: "",
    ...(chart !== null && { chart }),
  }));
  const { sections: named } = withChartIds({ title: "R", summary: "", sections, figures: {} });
  expect(named.map(({ chart }) => chart?.id)).toEqual(["bars", "boxes", undefined, "bars-2"]);
});

const ELEMENTS = new Set(["svg", "g", "path", "line", "text", "tspan", "title", "rect"]);

describe("a chart along a sequence", () => {
  const texts = (svg: string): string[] =>
    [...svg.matchAll(/aria-label="x-axis tick label".*?<\/g>/gs)].flatMap(([labels]) =>
      [...labels.matchAll(/<text[^>]*>([^<]+)</g)].map((match) => match[1]!),
    );

  it("empty positions between a few relevant ones are omitted, and the relevant ones are labeled", () => {
    const counts = new Uint32Array(200);
    counts.set([4, 9], 38);
    const chart = positionChart("Coverage", "V".repeat(200), [{ name: "Sequences", counts }]);
    expect(texts(chartSvg(chart, "p"))).toEqual(expect.arrayContaining(["V39", "V40"]));
    counts.fill(1);
    const whole = positionChart("Coverage", "V".repeat(200), [{ name: "Sequences", counts }]);
    expect(texts(chartSvg(whole, "p"))).toEqual(expect.arrayContaining(["20", "180", "200"]));
  });
});

describe("a correlation matrix", () => {
  it("correlations based on few values are omitted", () => {
    const cells = [
      { first: 0, second: 1, correlation: 0.91, pairs: 7 },
      { first: 0, second: 2, correlation: 0.42, pairs: 8 },
    ];
    const svg = chartSvg(correlationMatrix(["a", "b", "c"], cells, "Correlation"), "p");
    expect(svg).toContain("0.42");
    expect(svg).not.toContain("0.91");
  });
});

describe("a heatmap with too many cells", () => {
  it("the positions with the largest effects are kept, in sequence order", () => {
    const few = [0, 1, 2].flatMap((position) =>
      [0, 1].map((residue) => ({ position, residue, effect: [3, -1, -2][position]!, count: 1 })),
    );
    expect(selectPositions(few, 4)).toEqual([0, 2]);
    expect(selectPositions(few, 6)).toEqual([0, 1, 2]);
  });
});
