import { describe, expect, it } from "vitest";
import { orderCells } from "#client/orderList/orderCsv.ts";
import type { OrderRow } from "#client/orderList/orderRows.ts";
import {
  agreementOf,
  agreementWords,
  type Measured,
  withMeasured,
} from "#console/pages/designs/measuredDesigns.ts";

const row = (rank: number, predicted: number, kind: OrderRow["kind"] = "design"): OrderRow => ({
  name: `D00${rank}`,
  kind,
  mutations: "",
  sequence: `M${"A".repeat(rank)}`,
  predictions: [{ assay: "activity", mean: predicted, sd: 0.1 }],
  isToLearn: null,
  reason: null,
});
const measuredAs = (values: Record<number, number>): ReadonlyMap<string, Measured> =>
  new Map(
    Object.entries(values).map(([rank, mean]) => [
      `M${"A".repeat(Number(rank))}`,
      new Map([["activity", { mean, rows: 2 }]]),
    ]),
  );

describe("results of designs", () => {
  const order = [row(1, 6), row(2, 5), row(3, 4), row(4, 3), row(5, 2), row(6, 1), row(7, 9, "reference")];

  it("measured designs are summarized with the quality of their ranking", () => {
    const found = agreementOf(order, measuredAs({ 1: 3, 2: 2, 3: 2.5, 4: 1, 5: 0.5, 7: 9 }), "activity");
    expect(found).toMatchObject({ measured: 5, designs: 6, spearman: expect.closeTo(0.9) });
    expect(found && agreementWords(found)).toBe(
      "activity has been measured for 5 of 6 designs: from 0.5 (D005) to 3 (D001). Rank correlation of predicted and measured values: 0.90.",
    );
  });

  it("an empty list of designs has no summary, and a short list has no correlation", () => {
    expect(agreementOf(order, new Map(), "activity")).toBeNull();
    expect(agreementOf(order, measuredAs({ 1: 3 }), "stability")).toBeNull();
    const few = agreementOf(order, measuredAs({ 1: 3, 2: 4 }), "activity");
    expect(few && agreementWords(few)).toBe(
      "activity has been measured for 2 of 6 designs: from 3 (D001) to 4 (D002).",
    );
  });
});

describe("measured values of an order", () => {
  const order = [row(1, 6), { ...row(2, 9, "reference"), predictions: [] }, row(3, 2)];

  it("the order list shows measured values after the predictions, for designs and controls", () => {
    const cells = orderCells(withMeasured(order, measuredAs({ 1: 3, 2: 1.5 })));
    expect(cells.map((line) => line.slice(3))).toEqual([
      ["activity_mean", "activity_sd", "activity_measured"],
      [6, 0.1, 3],
      [null, null, 1.5],
      [2, 0.1, null],
    ]);
  });

  it("an order without measurements gets no additional columns", () => {
    expect(orderCells(withMeasured(order, new Map()))).toEqual(orderCells(order));
  });
});
