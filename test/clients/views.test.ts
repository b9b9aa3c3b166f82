import { expect, test } from "vitest";
import {
  type NormalizedInput,
  normalizableColumns,
  normalizedView,
} from "#shared/domain/columns/normalizedView.ts";
import { findReplicates, replicateMeans, replicateView } from "#shared/proposals/replicateColumns.ts";
import vectors from "./viewVectors.json" with { type: "json" };

type Columns = NormalizedInput["columns"];

test.each(vectors.replicates)(
  "replicate views match the vectors shared by all clients: $groups",
  (vector) => {
    const columns = vector.columns as Columns;
    expect({
      groups: findReplicates(columns),
      replicates: replicateView("t", columns),
      means: replicateMeans("t", columns),
    }).toEqual({ groups: vector.groups, replicates: vector.replicates, means: vector.means });
  },
);

test.each(vectors.normalized)("values are normalized as $view.formula", ({ input, view }) => {
  expect(normalizedView(input as NormalizedInput)).toEqual(view);
});

test("plate, value and control columns are recognized by name", () => {
  const columns = [
    { name: "variant", type: "STRING" },
    { name: "well_type", type: "STRING" },
    { name: "Plate_ID", type: "INT64" },
    { name: "activity", type: "FLOAT64" },
  ] as const;
  expect(normalizableColumns(columns)).toEqual({
    values: ["activity"],
    plate: "Plate_ID",
    controls: ["well_type", "variant"],
  });
  expect(normalizableColumns([])).toEqual({ values: [], plate: null, controls: [] });
});
