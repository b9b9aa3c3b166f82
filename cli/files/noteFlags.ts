/** Advice in the notes of a preview, and the same advice with flags. */
const ADVICE: readonly (readonly [RegExp, string])[] = [
  [/Remove the proposed exclusion to load (it|them)/g, "Add --keep-rows to load $1"],
  [/choose its header row/g, "add --header-row LINE"],
  [/choose it as the header row/g, "add --header-row LINE"],
  [/choose the sheet\./g, "add --sheet NAME."],
  [/load this file with a different "last_row"/g, "add --last-row LINE"],
  [/, as specified by the load's "exclusions"/g, ""],
];

/** Replaces advice about settings by advice about the flags of a command. */
export function noteInFlags(note: string): string {
  return ADVICE.reduce((text, [settings, flags]) => text.replace(settings, flags), note);
}
