import { MAX_SEQUENCE_LENGTH } from "@pdp/basics/proteins";
import { absentOrNull, type BrokenRule, boundedArray, optional } from "@pdp/basics/schemas";
import { degenerateCodon, residuesOf } from "@pdp/science/dna";
import * as v from "valibot";
import { finite, whole } from "./parameterFields.ts";

/** Maximum number of positions of a library. */
export const MAX_LIBRARY_POSITIONS = 8;
/** Maximum number of combinations of codons. All of them are predicted. */
const MAX_LIBRARY_SIZE = 40_000;
const DEFAULT_POSITIONS = 4;
const DEFAULT_SIZE = 3_000;

/** Text of `codons` that lets the model choose the codon of each position. */
export const ANY_CODON = "ANY";

const cost = (description: string, example: number) =>
  v.pipe(v.optional(v.pipe(finite, v.minValue(0)), 0), v.description(description), v.examples([example]));

const Costs = v.object({
  well: cost("Cost of screening one clone or one design. Defaults to 0", 2.5),
  library: cost("Cost of the oligos and the cloning of one library. Defaults to 0", 400),
  gene: cost("Cost of the gene of one design. Defaults to 0", 60),
});

const fields = v.object({
  codons: v.pipe(
    v.optional(v.pipe(v.string(), v.minLength(3), v.maxLength(3)), ANY_CODON),
    v.description(
      "Degenerate codon of every position: a codon in IUPAC letters such as `NNK` or `NDT`, `22C` for the mixture of NDT, VHG and TGG, or `ANY` to choose the best codon without a stop for each position. Defaults to `ANY`",
    ),
    v.examples(["NNK"]),
  ),
  positions: v.pipe(
    optional(boundedArray(whole(0, MAX_SEQUENCE_LENGTH - 1), MAX_LIBRARY_POSITIONS)),
    v.description(
      "Positions of the template to vary, all of them (zero-based). By default the model chooses among the positions that may mutate and differ in a measured variant or, if the candidates are listed, in one of these",
    ),
    v.examples([[38, 39]]),
  ),
  max_positions: v.pipe(
    optional(whole(1, MAX_LIBRARY_POSITIONS)),
    v.description(
      `Maximum number of positions, if the model chooses them: the best library of each number is shown. Defaults to ${DEFAULT_POSITIONS}`,
    ),
    v.examples([3]),
  ),
  max_size: v.pipe(
    v.optional(whole(2, MAX_LIBRARY_SIZE), DEFAULT_SIZE),
    v.description(
      `Maximum number of combinations of codons. Screening 95 % of them takes about three times as many clones. Defaults to ${DEFAULT_SIZE.toLocaleString("en-US")}`,
    ),
    v.examples([1_000]),
  ),
  costs: v.pipe(
    optional(Costs),
    v.description("Costs, in any currency, by which a library is compared with the designs"),
  ),
});
export type LibraryOptions = v.InferOutput<typeof fields>;

export const LibraryOptions = v.pipe(
  absentOrNull(fields),
  v.description(
    "Degenerate library for the primary objective, in addition to the designs: table `library` and a section of the report. Requires an objective to maximize or minimize",
  ),
);

interface Designing {
  library?: LibraryOptions | null | undefined;
  ranker: {
    type: string;
    primary_objective?: { measure: { direction: string } } | null;
    scorer_config?: { kind: string } | undefined;
  };
}

/** Returns the number of positions that a library may have. */
export const maxPositionsOf = ({ positions, max_positions }: LibraryOptions): number =>
  positions?.length ?? max_positions ?? DEFAULT_POSITIONS;

export function libraryRules({ library, ranker }: Designing): BrokenRule[] {
  if (library == null) return [];
  const broken: BrokenRule[] = [];
  const { codons, positions, max_positions } = library;
  const direction = ranker.primary_objective?.measure.direction;
  if (direction !== "MAXIMIZE" && direction !== "MINIMIZE")
    broken.push({
      path: ["library"],
      message:
        "A library requires a SCORE_BASED ranker with a primary objective to MAXIMIZE or MINIMIZE. Add one, or remove `library`",
    });
  if (ranker.scorer_config?.kind.startsWith("VH"))
    broken.push({ path: ["library"], message: "A library varies one chain. Remove `library`" });
  if (codons.toUpperCase() !== ANY_CODON && !codesForSeveral(codons))
    broken.push({
      path: ["library", "codons"],
      message: `"${codons}" is not a degenerate codon for several amino acids. Use three IUPAC letters such as NNK or NDT, 22C, or ANY`,
    });
  if (positions !== null && (positions.length === 0 || new Set(positions).size < positions.length))
    broken.push({
      path: ["library", "positions"],
      message: "State at least one position, and each only once",
    });
  if (positions !== null && max_positions !== null)
    broken.push({
      path: ["library", "max_positions"],
      message: "Stated positions are all used. Remove `max_positions`",
    });
  return broken;
}

function codesForSeveral(text: string): boolean {
  const codon = degenerateCodon(text);
  return codon !== null && residuesOf(codon).length > 1;
}
