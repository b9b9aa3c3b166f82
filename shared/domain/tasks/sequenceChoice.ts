import * as v from "valibot";
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

/** The same for measurements, whose sequences may be stated by mutations. */
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
};

const Fields = v.object(variantChoice);
export type SequenceChoice = v.InferOutput<typeof Fields>;
