import * as v from "valibot";
import { boundedArray } from "#shared/domain/boundedFields.ts";
import { ColumnName } from "#shared/domain/columns/columnName.ts";
import { Codes, Parts, Residues } from "#shared/domain/loads/sequenceFrom.ts";
import { absentOrNull } from "#shared/domain/textFields.ts";

/** Fields of a source of rows that say where the sequences are. */
export const sequenceChoice = {
  sequence_column: v.pipe(
    absentOrNull(ColumnName),
    v.description(
      "The column with the sequences. Defaults to `sequence`, or else to the only column of sequences of amino acids",
    ),
    v.examples(["mutated_sequence"]),
  ),
};

/** Maximum number of score columns. */
const MAX_FEATURES = 4;

/** The same for measurements, whose sequences may follow from mutations. */
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
      "Columns with mutations of the task's reference, in place of sequences. Rows with a stop or a frameshift are not used. Defaults to the only column of mutations where there are no sequences",
    ),
    v.examples(["hgvs_pro"]),
  ),
  features: v.pipe(
    v.optional(
      v.nullable(boundedArray(ColumnName, MAX_FEATURES, `At most ${MAX_FEATURES} columns are possible`)),
    ),
    v.description(
      "Columns with scores of the sequences, such as those of a language model or computed energies, or with vectors (an ARRAY of numbers, such as an embedding). Models learn how far the assays follow each of them. Rows without a value of an assay may have scores or vectors: those of all single substitutions let new designs have them, too",
    ),
    v.examples([["zero_shot"]]),
  ),
};

const Fields = v.object(variantChoice);
export type SequenceChoice = v.InferOutput<typeof Fields>;
