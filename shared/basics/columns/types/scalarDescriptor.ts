/**
 * What a type's values are. Readers, bounds, filters and rules of files are looked up by it: `GRAMMARS`, `FITS` and `READERS` in
 * formats, `typeOfColumn` in trino, `boundBytes` in iceberg, `COMPARISONS_OF` in the console.
 */
export type ValueKind = "boolean" | "whole" | "decimal" | "text" | "date" | "time";

/** Everything that distinguishes a scalar column type. Data only: the browser loads it for all types. */
export interface ScalarDescriptor {
  values: ValueKind;
  /** Name in forms: "whole number". */
  label: string;
  /** Name of several values in sentences: "whole numbers". */
  plural: string;
  duckDb: string;
  trino: string;
  glue: string;
  iceberg: string;
  /** Type that clients see if they only know the types of the specification. */
  specified: "BOOL" | "INT64" | "FLOAT64" | "STRING";
  /**
   * Rule for texts, and the reason for rejecting others. DuckDB uses it too, so it has `^` and `$`, no lookarounds, and no flag except `i`.
   * Spaces around a text are removed, and an empty text is a missing value.
   */
  pattern?: { matches: RegExp; refusal: string };
}
