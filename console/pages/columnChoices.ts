import type { components } from "#client/schema.ts";

type Table = components["schemas"]["Table"];

const NUMBERS = new Set(["FLOAT64", "INT64"]);
/** Names of columns with mutations as codes, in lower case. */
export const MUTATION_NAMES = new Set(["mutations", "mutation", "mutant", "variant", "hgvs_pro"]);
const LIKE_AN_ID = /(^|_)(id|index|rank|number|no|row)$/i;

/** Columns that hold sequences of amino acids: by their kind, or else by their name. */
export function sequenceColumns({ columns }: Pick<Table, "columns">): string[] {
  return columns
    .filter(({ name, type, metadata }) => {
      if (type !== "STRING") return false;
      const isNamed = name === "sequence" || name.endsWith("_sequence");
      return metadata.kind ? metadata.kind === "AMINO_ACIDS" : isNamed;
    })
    .map(({ name }) => name);
}

/** Returns the kinds of columns that a task about measured variants needs and a table lacks. */
export function missingColumns(table: Pick<Table, "columns">): ("sequences" | "numbers")[] {
  return [
    ...(sequenceColumns(table).length === 0 ? (["sequences"] as const) : []),
    ...(numericColumns(table).length === 0 ? (["numbers"] as const) : []),
  ];
}

/** Column that holds mutations as codes, such as `V29A`, by its name; undefined if there is none. */
export function mutationColumn({ columns }: Pick<Table, "columns">): string | undefined {
  return columns.find(({ name, type }) => type === "STRING" && MUTATION_NAMES.has(name.toLowerCase()))?.name;
}

/**
 * Column whose texts are looked through for mutations: by its name, by a word in its name, as `mutation_s` has one, or else the
 * first text; undefined if there is none. Whether they are mutations, the texts themselves tell, row by row.
 */
export function probableMutations(table: Pick<Table, "columns">): string | undefined {
  const texts = table.columns.filter(
    ({ type, metadata }) => type === "STRING" && (metadata.kind ?? "NONE") === "NONE",
  );
  const hasWord = ({ name }: { name: string }) => /mutation|mutant|variant|hgvs|substitution/i.test(name);
  return mutationColumn(table) ?? (texts.find(hasWord) ?? texts[0])?.name;
}

/** Columns that may be assays: numbers, those that look like ids last. */
export function numericColumns({ columns }: Pick<Table, "columns">): string[] {
  const names = columns.filter(({ type }) => NUMBERS.has(type)).map(({ name }) => name);
  return [
    ...names.filter((name) => !LIKE_AN_ID.test(name)),
    ...names.filter((name) => LIKE_AN_ID.test(name)),
  ];
}
