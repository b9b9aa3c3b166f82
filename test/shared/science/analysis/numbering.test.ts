import { Numbering } from "@pdp/basics/proteins";
import { expect, test } from "vitest";
import { analyzeAssays } from "#shared/reports/analysis/analyzeAssays.ts";

const WT = "MKTAYIAKQRQISFVKSHFS";
const ASSAY = { assay_id: "y", name: null, unit: null, scale_type: "ADDITIVE" as const };

function reportOf(numbering?: Numbering): string {
  const sequences = [WT, ...[...WT].map((_, at) => `${WT.slice(0, at)}W${WT.slice(at + 1)}`)];
  const values = [Float64Array.from(sequences, (_, row) => (row * 7) % 13)];
  const data = { reference: WT, sequences, assays: [ASSAY], values, ...(numbering && { numbering }) };
  return JSON.stringify(analyzeAssays(data, { seed: 1 }));
}

test("an analysis uses its reference's numbering in names, heatmaps and charts", () => {
  const plain = reportOf();
  expect(plain).toContain("K2W");
  const mature = reportOf(new Numbering({ first_position: 24 }));
  expect(mature).toContain("K25W");
  expect(mature).not.toContain("K2W");
  expect(mature).toContain('"position":"K25"');
  expect(mature).toContain('"range":[24,43]');
  const positions = [1, 2, 10, ...Array.from({ length: WT.length - 3 }, (_, at) => at + 11)];
  expect(reportOf(new Numbering({ positions }))).toContain("T10W");
});
