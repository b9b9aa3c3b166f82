import { expect, test } from "vitest";
import { reportCharts } from "#console/pages/tasks/findings/reportCharts.ts";
import { marksOf } from "#console/plots/marksOf.ts";
import { createRandom } from "#shared/basics/statistics/random.ts";
import { parityPlot } from "#shared/reports/learnabilitySections.ts";
import { calibrationPlot } from "#shared/reports/plots/calibrationPlot.ts";
import { learningCurve } from "#shared/reports/plots/learningCurve.ts";

const PARITY = [
  { observed: 1, predicted: 1.2 },
  { observed: 2, predicted: 1.7 },
];

test("a training run shows the charts of its report, except the one that describes the method", () => {
  const plots = [
    parityPlot(PARITY, "activity (U/mg)", createRandom(1), 100),
    learningCurve([
      { rows: 1_500, value: 0.8 },
      { rows: 500, value: 0.6 },
    ]),
    calibrationPlot([{ expected: 0.5, observed: 0.4 }]),
  ];
  const charts = reportCharts([
    { title: "Text", text: "" },
    ...plots.map((plot) => ({ group: "activity", plot })),
  ]);
  expect(charts.map(({ title }) => title)).toEqual([
    "activity: predicted against measured",
    "activity: would more measurements help?",
  ]);
  expect(charts[0]?.chart).toMatchObject({ x: "Observed activity (U/mg)", y: "Predicted activity (U/mg)" });
  const points = charts[0] ? marksOf(charts[0].chart) : [];
  expect(points).toHaveLength(2);
  expect(charts[1]?.chart).toMatchObject({ steps: ["500", "1,500"], series: [{ values: [0.6, 0.8] }] });
});

test("a learning curve with a single point is not shown", () => {
  const plot = learningCurve([
    { rows: 500, value: 0.6 },
    { rows: 1_500, value: Number.NaN },
  ]);
  expect(reportCharts([{ group: "activity", plot }])).toEqual([]);
});

test("a section without the expected layer has no chart", () => {
  expect(reportCharts([{ group: "a", plot: { title: ["Learning", "curve"], layer: [] } }, {}])).toEqual([]);
});
