import { numberingFrom } from "@pdp/basics/proteins";
import { expect, test } from "vitest";
import type { Design } from "#client/orderList/design.ts";
import { chosenDesigns, orderOf, placeOrder } from "#console/pages/designs/makeOrder.ts";
import { readChoices } from "#console/pages/designs/orderChoices.ts";

const design = (rank: number, sequence: string, mutations: string): Design => ({
  rank,
  sequence,
  mutations,
  parent: "MKT",
  constraintProbability: null,
  isToLearn: null,
  reason: null,
  predictions: [{ assay: "activity", mean: 4 - rank, sd: 0.2 }],
});
const data = {
  designs: [design(1, "MAT", "K2A"), design(2, "MKA", "T3A"), design(3, "AKT", "M1A")],
  best: { sequence: "MKV", assay: "activity", value: 2 },
  usualNumbering: numberingFrom(1),
  written: numberingFrom(1),
  measured: new Map([["MAT", new Map([["activity", { mean: 2.5, rows: 2 }]])]]),
};
const choices = (query: string) => readChoices(new URLSearchParams(query), data.designs.length, 1);
const orderFor = (query: string) => orderOf(data, chosenDesigns(data, choices(query)), choices(query));

test("an order lists the chosen designs with their names, numbers, measurements and controls", () => {
  const order = orderFor("count=2&prefix=P&firstNumber=24");
  expect(order.map(({ name, kind, mutations }) => [name, kind, mutations])).toEqual([
    ["P001", "design", "K25A"],
    ["P002", "design", "T26A"],
    ["reference", "reference", ""],
    ["best", "best so far", "T26V"],
  ]);
  expect(orderFor("controls=none")).toHaveLength(3);
  expect(orderFor("count=0&controls=none")).toEqual([]);
});

test("designs and controls get wells by the fill order, and too many control wells are a problem", () => {
  const order = orderFor("controls=reference");
  const placed = placeOrder(order, choices("controls=reference&fill=rows&freeEdge=true"));
  expect(placed.wells.map(({ well }) => well)).toEqual(["B02", "B03", "B04", "G10", "G11"]);
  expect([placed.size, placed.problem]).toEqual([96, null]);
  const full = placeOrder(order, choices("controls=reference&controlWells=96"));
  expect(full.wells).toEqual([]);
  expect(full.problem).toContain("96 control wells leave no wells for designs");
});
