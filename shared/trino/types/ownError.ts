/** Prefix of the translator's error messages, which distinguishes them from engine errors. */
export const OWN_MARK = "§ ";

/** Writes the text of an error that makes a query fail at run time. */
export function ownErrorText(sentence: string): string {
  return `'${OWN_MARK}${sentence.replaceAll("'", "''")}'`;
}

/** Writes an expression of any type that fails with a message when evaluated outside try(). */
export function ownError(sentence: string): string {
  return `error(${ownErrorText(sentence)})`;
}
