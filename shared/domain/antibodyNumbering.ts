import { Assembly } from "@pdp/basics/proteins";
import { boundedArray } from "@pdp/basics/schemas";
import { NUMBERING_SCHEMES, REGIONS } from "@pdp/science/antibodies";
import * as v from "valibot";

/** Maximum number of proteins in one request. */
const MAX_PROTEINS = 200;

export const NumberingRequest = v.object({
  proteins: v.pipe(
    boundedArray(Assembly, MAX_PROTEINS, `A request can have at most ${MAX_PROTEINS} proteins`),
    v.description("Proteins to number, with one chain or two"),
  ),
  scheme: v.pipe(
    v.optional(v.picklist(NUMBERING_SCHEMES), "IMGT"),
    v.description("Numbering scheme of the numbers and regions. Defaults to IMGT"),
  ),
});
export type NumberingRequest = v.InferOutput<typeof NumberingRequest>;

const ClosestGene = v.object({
  genes: v.pipe(
    v.array(
      v.object({
        name: v.pipe(v.string(), v.examples(["IGHV1-2*02"])),
        species: v.nullable(v.pipe(v.string(), v.examples(["Homo sapiens"]))),
      }),
    ),
    v.description("All genes that are equally close"),
  ),
  identity: v.pipe(
    v.number(),
    v.description("Share of the compared residues that are identical"),
    v.examples([0.95]),
  ),
  compared: v.pipe(v.number(), v.description("Number of residues compared"), v.examples([96])),
});

const Domain = v.object({
  chain: v.pipe(v.picklist(["monomer", "vh", "vl"]), v.description("Chain that contains the domain")),
  type: v.pipe(v.picklist(["HEAVY", "KAPPA", "LAMBDA"]), v.description("Type of the domain by its sequence")),
  start: v.pipe(
    v.number(),
    v.description("Position of its first residue in the chain, from 1"),
    v.examples([1]),
  ),
  end: v.pipe(v.number(), v.description("Position of its last residue in the chain"), v.examples([120])),
  numbers: v.pipe(
    v.array(v.string()),
    v.description("Number of each residue, in order, with insertions such as `111A`"),
    v.examples([["1", "2", "3"]]),
  ),
  regions: v.pipe(v.object(v.entriesFromList(REGIONS, v.string())), v.description("Residues of each region")),
  v_gene: v.pipe(
    v.nullable(ClosestGene),
    v.description(
      "Germline V gene that is the closest from FR1 to FR3 (IMGT positions 1 to 104); null if the operator provides no germline genes",
    ),
  ),
  j_gene: v.pipe(
    v.nullable(ClosestGene),
    v.description(
      "Germline J gene that is the closest in FR4 and as far into CDR3 as it agrees; null if there is none",
    ),
  ),
});

export const NumberingResult = v.object({
  scheme: v.picklist(NUMBERING_SCHEMES),
  proteins: v.pipe(
    v.array(v.object({ domains: v.array(Domain) })),
    v.description("Variable domains of each protein, in the order of the request; empty for other proteins"),
  ),
});
export type NumberingResult = v.InferOutput<typeof NumberingResult>;
