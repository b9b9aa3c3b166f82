/** Load options suggested in a sentence, for which the console has buttons. */
const OPTIONS =
  /,? or set "(?:missing_values|sequences)": (?:\[[^\]]*\]|"[^"]*")(?: for the table "[^"]*")?/g;
/** Number of another import, which the console does not show. */
const OTHER_LOAD = /of the load \d+, which is active/g;
/** Hints at an operation for which the console has buttons. */
const OPERATIONS = /; load:downloadErrors lists (?:the reasons|all of them|them)/g;
/** Names a setting of the import, which the page lists. */
const SETTINGS = /, as specified by the load's "exclusions"/g;

/** Truncates values: a whole sequence would hide the message about it. */
const LONG_VALUES = /"([^"]{60})[^"]{2,}"/gu;

/** Returns a sentence from the service without the parts meant for programs, and with long values truncated. */
export function spoken(sentence: string): string {
  return sentence
    .replace(OPTIONS, "")
    .replace(OPERATIONS, "")
    .replace(SETTINGS, "")
    .replace(OTHER_LOAD, "of an earlier import")
    .replace(LONG_VALUES, '"$1…"');
}
