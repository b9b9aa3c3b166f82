/** Change that a recipe makes to one file. */
export type Edit =
  | { file: string; create: string }
  /** Inserts text after or before a string that occurs exactly once in the file. */
  | { file: string; after: string; insert: string }
  | { file: string; before: string; insert: string };

/** Steps in CONTRIBUTING.md that a program can perform. */
export interface Recipe {
  /** Heading of the recipe in CONTRIBUTING.md. */
  heading: string;
  /** Changes after which the type check reports errors in the files that later changes edit. */
  first: readonly Edit[];
  rest: readonly Edit[];
  /** Files that have errors only until the client types can be generated, which requires the later changes. */
  untilGenerated?: readonly string[];
  /** Vitest arguments. */
  tests: readonly string[];
}
