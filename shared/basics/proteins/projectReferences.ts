import * as v from "valibot";
import { boundedArray } from "../schemas/boundedFields.ts";
import { type BrokenRule, brokenRules } from "../schemas/brokenRules.ts";
import { forbidden, givenTogether } from "../schemas/forbidden.ts";
import { optional, ShownText, text, textOrNone } from "../schemas/textFields.ts";
import { isCodingSequence, REFERENCE_IS_DNA } from "./codingSequence.ts";
import type { NumberingStated } from "./numbering.ts";
import { MAX_SEQUENCE_LENGTH, Sequence } from "./sequence.ts";

/** A database record is limited to 400 KB, and ten references with explicit residue numbers use half of it. */
export const MAX_REFERENCES = 10;
const MAX_POSITION = 100_000;

const Position = v.pipe(v.number(), v.integer(), v.minValue(-MAX_POSITION), v.maxValue(MAX_POSITION));

/** Name of a reference, unique within its project. */
export const ReferenceName = v.pipe(
  text(1, 64),
  v.regex(/^\S+$/, "A reference name must not contain whitespace"),
  v.metadata({ jsonSchema: { type: "string", minLength: 1, maxLength: 64, pattern: "^\\S+$" } }),
  v.description("Name of a reference of the project: 1 to 64 characters without whitespace"),
  v.examples(["wild-type"]),
);

export const FirstPosition = v.pipe(
  v.nullable(Position),
  v.description(
    "Number of the first residue, such as 24 for a protein without its signal peptide. Defaults to 1",
  ),
  v.examples([24]),
);
export const Positions = v.pipe(
  v.nullable(boundedArray(Position, MAX_SEQUENCE_LENGTH)),
  v.description(
    "Number of each residue, ascending, for IMGT, Kabat or other numbering with gaps; instead of `first_position`",
  ),
  v.examples([null]),
);

/** Fields that define how residues are numbered; at most one of them may be given. */
export const numberingFields = {
  first_position: v.optional(FirstPosition, null),
  positions: v.optional(Positions, null),
};

/** Rule that a numbering is given in only one form. */
export function oneNumbering<T>() {
  return forbidden<T>(givenTogether("first_position", "positions"));
}

/** Returns the error in a sequence's numbering; `length` is null if the sequence is not known. */
export function brokenNumbering(
  { first_position: first, positions }: NumberingStated,
  length: number | null,
): BrokenRule[] {
  if (positions == null) return [];
  const path = ["positions"];
  if (first != null) return [{ path, message: "Specify either first_position or positions, not both" }];
  if (length !== null && positions.length !== length) {
    return [
      { path, message: `The sequence has ${length} residues, but ${positions.length} positions were given` },
    ];
  }
  const at = positions.findIndex(
    (position, index) => index > 0 && position <= (positions[index - 1] as number),
  );
  if (at < 0) return [];
  const message = `Positions must be ascending, but ${positions[at]} follows ${positions[at - 1]}`;
  return [{ path: [...path, at], message }];
}

const inputFields = v.object({
  name: ReferenceName,
  monomer: Sequence,
  ...numberingFields,
  description: v.pipe(optional(textOrNone(1_000)), v.examples(["Without its signal peptide"])),
});
type ReferenceFields = v.InferOutput<typeof inputFields>;

/** Reference of a project in a request. */
export const ReferenceInput = v.pipe(
  inputFields,
  brokenRules<ReferenceFields>((reference) =>
    isCodingSequence(reference.monomer)
      ? [{ path: ["monomer"], message: REFERENCE_IS_DNA }]
      : brokenNumbering(reference, reference.monomer.length),
  ),
  oneNumbering(),
);

/** Reference of a project in responses. */
export const ProjectReference = v.object({
  name: v.string(),
  monomer: v.pipe(v.string(), v.description("Sequence of the protein")),
  first_position: v.pipe(
    v.nullable(v.number()),
    v.description("Number of the first residue; null if `positions` numbers each residue"),
  ),
  positions: v.pipe(
    v.nullable(v.array(v.number())),
    v.description("Number of each residue; null if there are no gaps"),
  ),
  description: ShownText,
});
export type ProjectReference = v.InferOutput<typeof ProjectReference>;

export const ReferencesUpdate = v.object({
  references: v.pipe(
    boundedArray(ReferenceInput, MAX_REFERENCES, `A project can have at most ${MAX_REFERENCES} references`),
    brokenRules<ReferenceFields[]>(repeatedNames),
    v.description(
      "All references of the project; replaces the existing references. An empty list removes all",
    ),
  ),
});

function repeatedNames(references: ReferenceFields[]): BrokenRule[] {
  const seen = new Set<string>();
  return references.flatMap(({ name }, index) => {
    const key = name.toLowerCase();
    if (!seen.has(key)) {
      seen.add(key);
      return [];
    }
    return [{ path: [index, "name"], message: `"${name}" appears twice (names are case-insensitive)` }];
  });
}

/** Returns a reference in stored form: numbered from 1 by default. */
export function storedReference({
  first_position: first,
  positions,
  ...rest
}: ReferenceFields): ProjectReference {
  return { ...rest, first_position: positions === null ? (first ?? 1) : null, positions };
}

/** Finds a reference by name, ignoring case. */
export function findReference(
  references: readonly ProjectReference[] | undefined,
  name: string,
): ProjectReference | undefined {
  const wanted = name.toLowerCase();
  return references?.find((reference) => reference.name.toLowerCase() === wanted);
}
