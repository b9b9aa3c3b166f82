import { expect, test } from "vitest";
import { readHeatmapChoices } from "#console/pages/table/heatmap/heatmapChoices.ts";
import { cellQuery, variantsQuery } from "#console/pages/table/heatmap/heatmapQueries.ts";
import { contradictionWords, unmeasuredWords, usedWords } from "#console/pages/table/heatmap/heatmapWords.ts";

const columns = { protein: "sequence", mutations: null };
const cell = { index: 1, residue: "A", code: "K2A" };

test("the choices in a URL fall back to the first assay and the heavy chain", () => {
  const assays = ["activity", "tm"];
  expect(readHeatmapChoices(new URLSearchParams("assay=unknown"), assays, "sequence")).toEqual({
    ...{ assay: "activity", chain: null, isHigherBetter: true },
    ...{ counted: null, isMeasuredOnly: null, white: null },
  });
  const query = "assay=tm&better=lower&rows=all&positions=measured&white=one&chain=h";
  expect(readHeatmapChoices(new URLSearchParams(query), assays, { vh: "vh", vl: "vl" })).toEqual({
    ...{ assay: "tm", chain: "vh", isHigherBetter: false },
    ...{ counted: "all", isMeasuredOnly: true, white: 1 },
  });
});

test("a heatmap reads the rows that have a sequence and a value", () => {
  expect(variantsQuery("gb1", columns, "log fitness")).toBe(
    'SELECT "sequence" AS sequence, CAST("log fitness" AS DOUBLE) AS value, NULL AS mutations FROM "gb1" ' +
      'WHERE "sequence" IS NOT NULL AND "log fitness" IS NOT NULL LIMIT 200000',
  );
});

test("the rows of a cell have the substitution alone, or among others", () => {
  expect(cellQuery("gb1", columns, null, "single", "MKT", cell)).toBe(
    `SELECT * FROM "gb1" WHERE "sequence" = 'MAT'`,
  );
  const chains = { protein: { vh: "heavy", vl: "light" }, mutations: null };
  expect(cellQuery("gb1", chains, "vl", "all", "MKT", cell)).toBe(
    `SELECT * FROM "gb1" WHERE length("light") = 3 AND substr("light", 2, 1) = 'A'`,
  );
});

test("words state which rows and positions are shown", () => {
  expect(usedWords({ rows: 12, rowsUsed: 12, referenceRows: 0 })).toBe("All 12 rows.");
  expect(usedWords({ rows: 12, rowsUsed: 8, referenceRows: 1 })).toBe(
    "8 of 12 rows; the others are 1 row of the reference itself and 3 rows with several substitutions.",
  );
  expect(unmeasuredWords(0, 56, false)).toBe("");
  expect(unmeasuredWords(52, 56, true)).toBe("52 of 56 positions have no value and are hidden.");
});

test("contradictions show three examples", () => {
  const contradictions = ["A1G", "K2R", "T3S", "M4L"].map((stated) => ({ stated, actual: "V9I" }));
  expect(contradictionWords(contradictions)).toBe(
    "The sequences of 4 rows are inconsistent with the mutations: “A1G” has V9I, “K2R” has V9I, “T3S” has V9I, …. One of the two is probably mistyped; the heatmap uses the sequence.",
  );
});
