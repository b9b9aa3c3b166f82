import { Numbering, numberingFrom } from "@pdp/basics/proteins";
import { expect, test } from "vitest";
import { readDesigns } from "#client/orderList/design.ts";
import { alignDesigns } from "#console/pages/tasks/findings/alignDesigns.ts";
import { logoOfDesigns } from "#console/pages/tasks/findings/logoOfDesigns.ts";
import { describeChart } from "#console/plots/describeChart.ts";
import { MAX_BITS, stackLetters } from "#console/plots/logoLetters.ts";
import { marksOf, markWords } from "#console/plots/marksOf.ts";
import { residueClass } from "#console/plots/residueClasses.ts";

const PARENT = "MKTAY";

function designsOf(rows: readonly (readonly [sequence: string, mutations: string, parent?: string])[]) {
  return readDesigns(
    rows.map(([sequence, mutations, parent = PARENT], index) => ({
      rank: index + 1,
      ...{ sequence, mutations, parent },
    })),
  );
}

const FOUR = designsOf([
  ["MATAY", "K25A"],
  ["MATGY", "K25A;A27G"],
  ["MGTAY", "K25G"],
  ["MKTAY", ""],
]);

test("designs are aligned at the positions that they change, with the template's numbering", () => {
  const { sites, designs, changedSites, leftOut } = alignDesigns(FOUR, numberingFrom(24));
  expect(sites).toEqual([
    { at: 1, name: "K25", imgt: null, changed: 3 },
    { at: 3, name: "A27", imgt: null, changed: 1 },
  ]);
  expect(designs.map(({ residues }) => residues.join(""))).toEqual(["AA", "AG", "GA", "KA"]);
  expect(designs[0]?.template).toEqual(["K", "A"]);
  expect([changedSites, leftOut]).toEqual([2, 0]);
});

test("deletions and insertions are aligned according to a design's mutations, even if the numbering has gaps", () => {
  const numbering = new Numbering({ positions: [10, 11, 12, 20, 21] });
  const designs = designsOf([
    ["MKTY", "A20del"],
    ["MKTGSAY", "T12_A20insGS"],
    ["MKTAYW", "Y21_22insW"],
    ["GMKTAY", "9_M10insG"],
  ]);
  const { sites, designs: rows } = alignDesigns(designs, numbering);
  expect(sites.map(({ name }) => name)).toEqual(["9+", "12+", "A20", "21+"]);
  expect(rows.map(({ residues }) => residues)).toEqual([
    ["", "", "–", ""],
    ["", "GS", "A", ""],
    ["", "", "A", "W"],
    ["G", "", "A", ""],
  ]);
  const logo = logoOfDesigns(alignDesigns(designs, numbering), "share");
  expect(logo.sites.map(({ site }) => site)).toEqual(["A20"]);
  expect(marksOf(logo).map(markWords)).toEqual(["A20del: designs 1 of 4", "A20 unchanged: designs 3 of 4"]);
});

test("designs from a template of another length are omitted and counted", () => {
  const designs = designsOf([
    ["MATAY", "K2A"],
    ["MA", "K2A", "MK"],
  ]);
  const { designs: rows, leftOut } = alignDesigns(designs, numberingFrom(1));
  expect([rows.length, leftOut]).toEqual([1, 1]);
});

test("an alignment keeps the fifty positions that change most often, in template order", () => {
  const parent = "A".repeat(60);
  const single = Array.from({ length: 60 }, (_, at) => `${"A".repeat(at)}G${"A".repeat(59 - at)}`);
  const twice = `${"A".repeat(58)}GG`;
  const designs = designsOf([...single, twice].map((sequence) => [sequence, "", parent] as const));
  const { sites, changedSites } = alignDesigns(designs, numberingFrom(1));
  expect([sites.length, changedSites]).toEqual([50, 60]);
  expect(sites.slice(-3).map(({ name, changed }) => [name, changed])).toEqual([
    ["A48", 1],
    ["A59", 2],
    ["A60", 2],
  ]);
});

test("a logo stacks the residues at each position by frequency, with the most frequent one on top", () => {
  const chart = logoOfDesigns(alignDesigns(FOUR, numberingFrom(24)), "share");
  const letters = stackLetters(chart).filter(({ site }) => site === "K25");
  expect(letters.map(({ letter, from, to }) => [letter, from, to])).toEqual([
    ["K", 0, 0.25],
    ["G", 0.25, 0.5],
    ["A", 0.5, 1],
  ]);
  expect(letters.map(residueClass)).toEqual(["unchanged", "small, turn", "aliphatic"]);
  expect(describeChart(chart)).toBe(
    "2 positions in 4 designs. Most frequent mutations: K25A (2), K25G (1), A27G (1).",
  );
});

test("in bits, the height of a position is log2(20) minus the entropy of its residues", () => {
  const chart = logoOfDesigns(alignDesigns(FOUR, numberingFrom(24)), "bits");
  const heights = new Map(stackLetters(chart).map(({ site, to }) => [site, to]));
  // Half A, a quarter each G and K: 1.5 bits of entropy.
  expect(heights.get("K25")).toBeCloseTo(MAX_BITS - 1.5, 12);
  expect(marksOf(chart).find(({ name }) => name === "K25A")?.values).toEqual([
    ["designs", "2 of 4"],
    ["bits", ((MAX_BITS - 1.5) / 2).toFixed(2)],
  ]);
  const all = logoOfDesigns(alignDesigns(designsOf([["MATAY", "K2A"]]), numberingFrom(1)), "bits");
  expect(stackLetters(all).map(({ to }) => to)).toEqual([MAX_BITS]);
});

test("designs of an antibody name the chain of each position, with its IMGT number", () => {
  const heavy =
    "EVQLVESGGGLVQPGGSLRLSCAASGFNIKDTYIHWVRQAPGKGLEWVARIYPTNGYTRYADSVKGRFTISADTSKNTAYLQMNSLRAEDTAVYYCSRWGGDGFYAMDYWGQGTLVTVSS";
  const light =
    "DIQMTQSPSSLSASVGDRVTITCRASQDVNTAVAWYQQKPGKAPKLLIYSASFLYSGVPSRFSGSRSGTDFTLTISSLQPEDFATYYCQQHYTTPPTFGQGTKVEIK";
  const parent = `${heavy}/${light}`;
  const rows = [
    [`${heavy.replace("GGDGF", "GGYGF")}/${light.replace("YTTPPT", "YTWPPT")}`, "H:D102Y L:T94W"],
    [`${heavy}/${light.slice(0, -1)}`, "L:K107del"],
  ].map(([sequence = "", mutations = ""], index) => ({ rank: index + 1, sequence, mutations, parent }));
  const { sites, designs } = alignDesigns(readDesigns(rows), numberingFrom(1));
  expect(sites.map(({ name, imgt }) => [name, imgt?.number, imgt?.region])).toEqual([
    ["H:D102", "110", "CDR3"],
    ["L:T94", "114", "CDR3"],
    ["L:K107", "127", "FR4"],
  ]);
  expect(designs.map(({ residues }) => residues)).toEqual([
    ["Y", "W", "K"],
    ["D", "T", "–"],
  ]);
});
