import { brokenRules, forbidden, optional } from "@pdp/basics/schemas";
import * as v from "valibot";
import { bases, CODON_SOURCES, codonFields, codonRules, integer } from "./codonFields.ts";
import { DnaFile } from "./dnaRequest.ts";

const MAX_TEMPLATE_BASES = 20_000;

const amount = (max: number, fallback: number, description: string) =>
  v.pipe(
    v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(max)), fallback),
    v.description(`${description}. Defaults to ${fallback}`),
    v.examples([fallback]),
  );

const fields = v.object({
  template: bases(
    MAX_TEMPLATE_BASES,
    "Sequence of the circular plasmid with the coding region of the parent, on either strand, starting anywhere",
    "ATGAAATAA",
  ),
  ...codonFields,
  method: v.pipe(
    v.optional(v.picklist(["BACK_TO_BACK", "OVERLAPPING"]), "BACK_TO_BACK"),
    v.description(
      "`BACK_TO_BACK`: the primers of a pair start next to each other; the plasmid is amplified and ligated, one site after the other. `OVERLAPPING`: the primers of a pair share their 5′ ends; the fragments between the sites are amplified and assembled in one reaction. Defaults to `BACK_TO_BACK`",
    ),
  ),
  min_tm: v.pipe(
    v.optional(v.pipe(v.number(), v.minValue(40), v.maxValue(75)), 60),
    v.description("Minimum melting temperature of the part that anneals, in °C. Defaults to 60"),
  ),
  overlap: v.pipe(
    v.optional(integer(16, 40), 20),
    v.description("Minimum number of bases that overlapping primers share. Defaults to 20"),
  ),
  primer_nm: v.pipe(
    v.optional(v.pipe(v.number(), v.minValue(1), v.maxValue(10_000)), 500),
    v.description("Concentration of each primer in nmol/L. Defaults to 500"),
  ),
  monovalent_mm: v.pipe(
    v.optional(v.pipe(v.number(), v.minValue(1), v.maxValue(1_000)), 50),
    v.description("Concentration of sodium and potassium in mmol/L. Defaults to 50"),
  ),
  magnesium_mm: amount(100, 2, "Concentration of magnesium in mmol/L"),
  nucleotides_mm: amount(100, 0.8, "Concentration of all deoxynucleotides in mmol/L, which bind magnesium"),
  format: v.pipe(
    optional(v.picklist([96, 384])),
    v.description("Wells of the plates of primers. Defaults to a list without wells"),
    v.examples([96]),
  ),
});
export type PrimersRequest = v.InferOutput<typeof fields>;

export const PrimersRequest = v.pipe(
  fields,
  brokenRules<PrimersRequest>(codonRules),
  forbidden(...CODON_SOURCES),
);

const energy = (description: string) =>
  v.pipe(v.number(), v.description(`${description}, kcal/mol at 37 °C`));

const PrimerRow = v.object({
  name: v.pipe(v.string(), v.examples(["D001-F1"])),
  sequence: v.pipe(v.string(), v.description("From 5′ to 3′"), v.examples(["GCGGGTCTGTACAGTACGTACTG"])),
  annealing: v.pipe(v.number(), v.description("Number of bases at the 3′ end that anneal to the template")),
  tm: v.pipe(v.number(), v.description("Melting temperature of these bases in °C")),
  hairpin: energy("Free energy of the most stable hairpin"),
  self_dimer: energy("Free energy of the most stable dimer with itself"),
  plate: v.pipe(v.nullable(v.number()), v.description("Plate, starting at 1; null without plates")),
  well: v.pipe(v.nullable(v.string()), v.examples(["A01"])),
});

const Reaction = v.object({
  forward: v.pipe(v.string(), v.description("Name of the forward primer"), v.examples(["D001-F1"])),
  reverse: v.pipe(v.string(), v.description("Name of the reverse primer"), v.examples(["D001-R1"])),
  tm: v.pipe(v.number(), v.description("Lower melting temperature of the two primers in °C")),
  dimer: energy("Free energy of the most stable dimer of the two primers"),
});

const PrimedDesign = v.object({
  name: v.pipe(v.string(), v.examples(["D001"])),
  role: v.picklist(["DESIGN", "BEST", "NEGATIVE", "LIBRARY"]),
  share: v.pipe(
    v.nullable(v.number()),
    v.description("Share of a library's clones that these primers make; null for proteins"),
  ),
  product_bases: v.pipe(v.nullable(v.number()), v.description("Bases of the plasmid that is made")),
  reactions: v.pipe(
    v.array(Reaction),
    v.description(
      "Amplifications: one after the other for back-to-back primers; all on the template for overlapping ones",
    ),
  ),
  warnings: v.pipe(v.array(v.string()), v.description("What to check before ordering")),
  problem: v.pipe(v.nullable(v.string()), v.description("Why there are no primers for this design")),
});

export const PrimersResult = v.object({
  codon_usage: v.pipe(v.string(), v.description("Source of the codon usage")),
  method: v.pipe(v.string(), v.description("How temperatures and energies were computed")),
  primers: v.pipe(v.array(PrimerRow), v.description("Each primer once; designs share primers")),
  designs: v.pipe(v.array(PrimedDesign), v.description("Each design that differs from the parent once")),
  file: DnaFile,
});
export type PrimersResult = v.InferOutput<typeof PrimersResult>;
export type PrimedDesign = v.InferOutput<typeof PrimedDesign>;
export type PrimerRow = v.InferOutput<typeof PrimerRow>;
