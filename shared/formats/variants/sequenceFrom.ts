import { ColumnName } from "@pdp/basics/columns";
import {
  FirstPosition,
  MAX_SEQUENCE_LENGTH,
  oneNumbering,
  Positions,
  ReferenceName,
} from "@pdp/basics/proteins";
import {
  absentOrNull,
  boundedArray,
  forbidden,
  givenTogether,
  noneGiven,
  optional,
  text,
} from "@pdp/basics/schemas";
import * as v from "valibot";

/** Default name of the sequence column. */
export const SEQUENCE_COLUMN = "sequence";
const MAX_SITES = 60;
const MAX_FASTA_CHARACTERS = 100_000;

export const Codes = v.pipe(
  ColumnName,
  v.description(
    "Column with the mutations of each row, such as `A23G:V45I` or `p.[Ala23Gly;Val45Ile]`, or with its coding DNA, which is translated in the frame of the reference",
  ),
);

export const Parts = v.object({
  position: v.pipe(ColumnName, v.description("Column with the residue number")),
  wild_type: v.pipe(
    optional(ColumnName),
    v.description("Column with the reference residue, as a one- or three-letter code"),
  ),
  mutant: v.pipe(
    ColumnName,
    v.description("Column with the new residue; `*` or `Ter` is a stop, `del` a deletion"),
  ),
});

export const Residues = v.object({
  residues: v.pipe(ColumnName, v.description("Column with the residues of a combination, such as `FRMNY`")),
  positions: v.pipe(
    boundedArray(
      v.pipe(v.number(), v.integer()),
      MAX_SITES,
      `A combination has at most ${MAX_SITES} positions`,
    ),
    v.nonEmpty("Specify the position of each residue"),
    v.description("The position of each residue, in the same order"),
    v.examples([[39, 40, 41, 54]]),
  ),
});

const Matrix = v.object({
  matrix: v.pipe(
    ColumnName,
    v.description(
      "Column that contains each row's position, such as `23` or `A23`, if the other columns are residues; or each row's residue, if the other columns are positions. Each cell with a value becomes a row",
    ),
  ),
  value: v.pipe(ColumnName, v.description("Name of the new column with the values"), v.examples(["fitness"])),
});

export const MutationColumns = v.union(
  [Codes, Parts, Residues, Matrix],
  "Input should be the name of a column with mutations, {position, wild_type, mutant}, {residues, positions} or {matrix, value}",
);
export type MutationColumns = v.InferOutput<typeof MutationColumns>;

const referenceEntries = {
  monomer: v.pipe(
    absentOrNull(text(1, MAX_SEQUENCE_LENGTH)),
    v.description("The sequence itself"),
    v.examples(["MNFPRASRLMQAAVLGGLMAVSAAATAQTNPYARG"]),
  ),
  fasta: v.pipe(
    absentOrNull(text(1, MAX_FASTA_CHARACTERS)),
    v.description("FASTA text with one sequence, or a sequence with line breaks and numbers"),
    v.examples([null]),
  ),
  project_reference: v.pipe(
    absentOrNull(ReferenceName),
    v.description("Name of a reference of the project; the load stores its sequence and numbering"),
    v.examples([null]),
  ),
  column: v.pipe(
    absentOrNull(ColumnName),
    v.description(
      "Column with sequences: the reference is the sequence in the wild-type row, or the sequence shared by all rows",
    ),
    v.examples([null]),
  ),
};

const REFERENCE_FIELDS = Object.keys(referenceEntries);

function pairs(names: readonly string[]): ReturnType<typeof givenTogether>[] {
  return names.flatMap((name, index) => names.slice(index + 1).map((other) => givenTogether(name, other)));
}

export const SequenceFromInput = v.pipe(
  v.object({
    mutations: MutationColumns,
    reference: v.pipe(
      v.object(referenceEntries),
      forbidden(noneGiven(...REFERENCE_FIELDS), ...pairs(REFERENCE_FIELDS)),
      v.description("Source of the reference: specify exactly one of the fields"),
    ),
    numbering: v.pipe(
      optional(
        v.pipe(
          v.object({ first_position: v.optional(FirstPosition), positions: v.optional(Positions) }),
          oneNumbering(),
        ),
      ),
      v.description(
        "Numbering of the reference's residues used by the mutations. Defaults to the numbering of the project's reference, or to 1 for the first residue",
      ),
    ),
    column: v.pipe(
      optional(ColumnName),
      v.description("Name of the new column with the sequences. Defaults to `sequence`"),
      v.examples(["sequence"]),
    ),
    save_reference_as: v.pipe(
      optional(ReferenceName),
      v.description(
        "Stores the reference and its numbering in the project under this name for later imports and tasks. 409 if a reference with this name has a different sequence",
      ),
      v.examples([null]),
    ),
  }),
  v.description(
    "Computes a column with each row's sequence from its mutations and a reference. Every wild-type letter is verified against the reference. Rows with a stop or frameshift are counted but not loaded",
  ),
);
export type SequenceFromInput = v.InferOutput<typeof SequenceFromInput>;

/** Stored and displayed form of the rule. */
export const SequenceFrom = v.object({
  mutations: MutationColumns,
  reference: v.object({
    monomer: v.optional(v.string()),
    project_reference: v.optional(v.string()),
    column: v.optional(v.string()),
  }),
  numbering: v.object({
    first_position: v.optional(v.number()),
    positions: v.optional(v.array(v.number())),
  }),
  column: v.pipe(v.string(), v.description("Name of the column with the sequences")),
});
export type SequenceFrom = v.InferOutput<typeof SequenceFrom>;
