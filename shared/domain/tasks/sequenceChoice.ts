import { ColumnName } from "@pdp/basics/columns";
import { absentOrNull, boundedArray } from "@pdp/basics/schemas";
import { Codes, Parts, Residues } from "@pdp/formats/proteins";
import * as v from "valibot";

/** Columns with the chains of an antibody; null for a chain that the data does not have. */
const ChainColumns = v.pipe(
  v.object({ vh: v.optional(v.nullable(ColumnName)), vl: v.optional(v.nullable(ColumnName)) }),
  v.check(({ vh, vl }) => vh != null || vl != null, "At least one of vh and vl must be the name of a column"),
);
export type ChainColumns = v.InferOutput<typeof ChainColumns>;

/** Fields of a row source that specify the location of the sequences. */
export const sequenceChoice = {
  sequence_column: v.pipe(
    absentOrNull(
      v.union(
        [ColumnName, ChainColumns],
        "Input should be the name of a column, or {vh, vl} with two of them",
      ),
    ),
    v.description(
      "Column with the sequences, or `{vh, vl}` with the columns of the heavy and the light chain. Defaults to `sequence`, otherwise to the only column of amino acid sequences; for two chains, to `vh` and `vl`, otherwise to the columns with heavy and light chains",
    ),
    v.examples(["mutated_sequence"]),
  ),
};

/** Maximum number of score columns. */
const MAX_FEATURES = 4;

/** Same fields for measurements, where sequences may be derived from mutations. */
export const variantChoice = {
  ...sequenceChoice,
  mutations: v.pipe(
    absentOrNull(
      v.union(
        [Codes, Parts, Residues],
        "Input should be the name of a column with mutations, {position, wild_type, mutant} or {residues, positions}",
      ),
    ),
    v.description(
      "Columns with mutations of the task's reference, instead of sequences. Rows with a stop or frameshift are not used. Defaults to the only mutation column if there are no sequences",
    ),
    v.examples(["hgvs_pro"]),
  ),
  features: v.pipe(
    v.optional(
      v.nullable(boundedArray(ColumnName, MAX_FEATURES, `At most ${MAX_FEATURES} columns are allowed`)),
    ),
    v.description(
      "Columns with scores of the sequences, such as those of a language model or computed energies, or with vectors (an ARRAY of numbers, such as an embedding). Models learn how strongly the assays depend on each of them. Rows without assay values may also have scores or vectors; provide them for all single substitutions so that they are available for new designs. A score that repeats an assay, or that only measured sequences have, is not used",
    ),
    v.examples([["zero_shot"]]),
  ),
};

const Fields = v.object(variantChoice);
export type SequenceChoice = v.InferOutput<typeof Fields>;
