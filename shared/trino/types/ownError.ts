/** Prefix of the translation's own error messages, which distinguishes them from those of an engine. */
export const OWN_MARK = "§ ";

/** Writes the text of an error with which a query fails when it is run. */
export function ownErrorText(sentence: string): string {
  return `'${OWN_MARK}${sentence.replaceAll("'", "''")}'`;
}

/** Writes an expression of any type that fails with a sentence when it is evaluated, outside of try(). */
export function ownError(sentence: string): string {
  return `error(${ownErrorText(sentence)})`;
}
