import { createRandom } from "@pdp/basics/statistics";
import { expect, test } from "vitest";
import { reportCharts } from "#console/pages/tasks/findings/reportCharts.ts";
import { marksOf } from "#console/plots/marksOf.ts";
import { calibrationPlot } from "#shared/reports/charts/calibrationPlot.ts";
import { learningCurve } from "#shared/reports/charts/learningCurve.ts";
import { parityPlot } from "#shared/reports/learnabilitySections.ts";

const PARITY = [
  { observed: 1, predicted: 1.2 },
  { observed: 2, predicted: 1.7 },
];

test("a training run shows the charts of its report, except the one that describes the method", () => {
  const stored = [
    parityPlot(PARITY, "activity (U/mg)", createRandom(1), 100),
    learningCurve([
      { rows: 1_500, value: 0.8 },
      { rows: 500, value: 0.6 },
    ]),
    calibrationPlot([{ expected: 0.5, observed: 0.4 }]),
  ];
  const charts = reportCharts([
    { title: "Text", text: "" },
    ...stored.map((chart) => ({ group: "activity", chart })),
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
  const chart = learningCurve([
    { rows: 500, value: 0.6 },
    { rows: 1_500, value: Number.NaN },
  ]);
  expect(reportCharts([{ group: "activity", chart }])).toEqual([]);
});

test("the charts of a report from an earlier version are shown", () => {
  const axes = { x: { field: "x", title: ["Observed", "activity"] }, y: { field: "y", title: "Predicted" } };
  const parity = {
    title: ["Cross-validation: predicted against observed", "(2 of 9 shown)"],
    layer: [
      { mark: { type: "rule" }, encoding: {}, data: { values: [] } },
      { mark: { type: "point" }, encoding: axes, data: { values: [{ x: 1, y: 2 }] } },
    ],
  };
  const learning = {
    title: "Learning curve",
    data: { values: [60, 96].map((rows) => ({ rows, value: rows / 100 })) },
    layer: [{ mark: { type: "line" }, encoding: { x: { field: "rows" }, y: { field: "value" } } }],
  };
  const other = { title: "Anything", usermeta: { kind: "bars" }, data: { values: [{ x: 1 }] } };
  const charts = reportCharts([parity, learning, other].map((plot) => ({ group: "activity", plot })));
  expect(charts.map(({ chart }) => chart)).toMatchObject([
    { kind: "scatter", x: "Observed activity", y: "Predicted", points: [{ x: 1, y: 2 }] },
    { kind: "curve", steps: ["60", "96"], series: [{ values: [0.6, 0.96] }] },
  ]);
  expect(reportCharts([{ group: "a", plot: { title: ["Learning", "curve"], layer: [] } }, {}])).toEqual([]);
});
