import { Sequence } from "@pdp/basics/proteins";
import { type BrokenRule, brokenRules, forbidden, optional } from "@pdp/basics/schemas";
import * as v from "valibot";
import { bases, CODON_SOURCES, codonFields, codonRules, integer } from "./codonFields.ts";
import { VENDOR_NAMES } from "./vendors.ts";

const MAX_END_BASES = 500;
const MAX_TAG_RESIDUES = 500;
const MAX_DNA_BASES = 6_003;

const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
const Tag = v.pipe(Sequence, v.maxLength(MAX_TAG_RESIDUES), v.examples(["HHHHHH"]));

const fields = v.object({
  ...codonFields,
  gc: v.pipe(
    optional(v.tuple([share, share])),
    v.description("Lowest and highest share of G and C"),
    v.examples([[0.35, 0.65]]),
  ),
  gc_window: v.pipe(
    optional(integer(20, 1_000)),
    v.description("Bases of each window to which `gc` applies. Defaults to the complete DNA"),
    v.examples([50]),
  ),
  max_homopolymer: v.pipe(
    optional(integer(2, 20)),
    v.description("Longest run of one base"),
    v.examples([6]),
  ),
  max_repeat: v.pipe(
    optional(integer(7, 50)),
    v.description("Maximum length of a sequence that occurs again, on either strand"),
    v.examples([14]),
  ),
  prefix: v.optional(bases(MAX_END_BASES, "Bases in front of the coding sequence", "GGTCTCAA"), ""),
  suffix: v.optional(bases(MAX_END_BASES, "Bases after the coding sequence", "TTGAGACC"), ""),
  start_codon: v.pipe(
    v.optional(v.boolean(), false),
    v.description("Start with ATG, unless the protein starts with M"),
  ),
  stop_codon: v.pipe(
    v.optional(v.nullable(v.picklist(["TAA", "TAG", "TGA"])), null),
    v.description("Stop codon to add. Defaults to none"),
  ),
  n_tag: v.pipe(optional(Tag), v.description("Residues in front of every protein")),
  c_tag: v.pipe(optional(Tag), v.description("Residues after every protein")),
  keep_parent_codons: v.pipe(
    v.optional(v.boolean(), false),
    v.description("Use the parent's codons except at mutations"),
  ),
  parent_dna: v.pipe(
    optional(
      bases(MAX_DNA_BASES, "Coding sequence of the parent, with or without its stop codon", "ATGAAATAA"),
    ),
    v.description(
      "Coding sequence of the parent for `keep_parent_codons`. Defaults to newly written DNA of the parent",
    ),
  ),
  seed: v.pipe(
    v.optional(integer(0, Number.MAX_SAFE_INTEGER), 0),
    v.description("Seed of the codons: the same seed gives the same DNA. Defaults to 0"),
  ),
  vendor: v.pipe(
    v.optional(v.nullable(v.picklist(VENDOR_NAMES)), null),
    v.description(
      "Vendor of the file. `AGILENT_POOL` has the layout and the limits of oligo pools that the vendor describes. No other layout could be verified: those files contain names and sequences",
    ),
  ),
});
export type DnaRequest = v.InferOutput<typeof fields>;

function rules(request: DnaRequest): BrokenRule[] {
  const { gc, gc_window, keep_parent_codons, parent_dna } = request;
  const broken = codonRules(request);
  if (gc !== null && gc[0] > gc[1])
    broken.push({ path: ["gc"], message: "The lowest share is above the highest one. Exchange them" });
  if (gc === null && gc_window !== null)
    broken.push({ path: ["gc_window"], message: "A window requires `gc`. State its limits" });
  if (!keep_parent_codons && parent_dna !== null)
    broken.push({ path: ["parent_dna"], message: "This requires `keep_parent_codons`. Set it to true" });
  return broken;
}

export const DnaRequest = v.pipe(fields, brokenRules<DnaRequest>(rules), forbidden(...CODON_SOURCES));

const Checks = v.object({
  bases: v.number(),
  gc: v.pipe(v.number(), v.description("Share of G and C")),
  gc_range: v.pipe(
    v.tuple([v.number(), v.number()]),
    v.description("Lowest and highest share of G and C in a window"),
  ),
  longest_homopolymer: v.pipe(v.number(), v.description("Longest run of one base")),
  codon_adaptation_index: v.pipe(
    v.number(),
    v.description("1 if every codon is the most frequent one of the host"),
  ),
  sites_in_ends: v.pipe(
    v.array(v.object({ site: v.string(), position: v.number() })),
    v.description("Avoided sites inside the prefix or suffix, with their first base"),
  ),
});

const DnaRow = v.object({
  name: v.pipe(v.string(), v.examples(["D001"])),
  role: v.picklist(["DESIGN", "PARENT", "BEST", "NEGATIVE", "LIBRARY"]),
  dna: v.pipe(
    v.nullable(v.string()),
    v.description(
      "DNA with prefix and suffix, in IUPAC letters for a library; null if the constraints cannot be met",
    ),
    v.examples(["ATGAAATAA"]),
  ),
  checks: v.pipe(v.nullable(Checks), v.description("Facts about the DNA, which was translated back")),
  share: v.pipe(
    v.nullable(v.number()),
    v.description("Share of a library's clones that come from this DNA; null for proteins"),
  ),
  sites_in_clones: v.pipe(
    v.array(v.object({ site: v.string(), position: v.number(), share: v.number() })),
    v.description("Avoided sites in some of a library's clones: first base and share of the clones"),
  ),
  vendor_problem: v.pipe(
    v.nullable(v.string()),
    v.description("Limit of the vendor that the DNA breaks; such rows are not in the file"),
  ),
  problem: v.pipe(
    v.nullable(v.string()),
    v.description("Why no DNA meets the constraints, with the position"),
  ),
});

/** File with names and sequences. */
export const DnaFile = v.object({
  filename: v.pipe(v.string(), v.examples(["order-153720114209032.csv"])),
  content: v.pipe(v.string(), v.description("CSV with names and sequences, for all rows with DNA")),
  is_verified: v.pipe(
    v.boolean(),
    v.description("True if the layout was checked against the vendor's description"),
  ),
  note: v.pipe(v.nullable(v.string()), v.description("What to check before you send the file")),
});

export const DnaResult = v.object({
  codon_usage: v.pipe(v.string(), v.description("Source of the codon usage")),
  rows: v.pipe(v.array(DnaRow), v.description("Each protein of the order once")),
  file: DnaFile,
});
export type DnaResult = v.InferOutput<typeof DnaResult>;
export type DnaRow = v.InferOutput<typeof DnaRow>;
