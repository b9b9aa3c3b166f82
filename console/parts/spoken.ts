/** Options of a load that a sentence proposes, for which the console has buttons. */
const OPTIONS =
  /,? or set "(?:missing_values|sequences)": (?:\[[^\]]*\]|"[^"]*")(?: for the table "[^"]*")?/g;
/** Hints at an operation, for which the console has buttons. */
const OPERATIONS = /; load:downloadErrors (?:says why|lists all of them)/g;

/** Returns a sentence of the service without what is said to programs. */
export function spoken(sentence: string): string {
  return sentence.replace(OPTIONS, "").replace(OPERATIONS, "");
}
