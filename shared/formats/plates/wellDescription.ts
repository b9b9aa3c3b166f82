/** Properties of wells that are stated apart from their measurements. */
export interface WellDescription {
  /** Names of the columns. */
  names: readonly string[];
  /** Values of the columns by well, see `wellKey`. */
  values: ReadonlyMap<string, readonly (string | null)[]>;
  /** True if the wells are of named plates; false if the description holds for all plates. */
  hasPlates: boolean;
}

/** Returns the key of a well; `plate` is undefined in descriptions of all plates. */
export function wellKey(plate: string | undefined, well: string): string {
  return `${plate?.trim().toLowerCase() ?? ""}\n${well}`;
}
