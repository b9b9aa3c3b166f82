import { isWildType } from "./readMutations.ts";

/** Control on a plate: the wild type, a well without the sample, or a negative control. */
export type Control = "WILD_TYPE" | "BLANK" | "NEGATIVE";

const MAX_CHARACTERS = 40;
/** Number of a replicate at the end of a name. */
const REPLICATE = /(?:[ _-]*(?:rep(?:licate)?)?[ _-]*#?\d{1,3}|[ _-]+[a-d])$/i;
const BLANK =
  /^(?:blanks?|buffer(?: only)?|media|medium(?: only)?|water|h2o|no[ _-]?(?:enzyme|protein|template|cells?)|empty(?:[ _-]?wells?)?|background)$/i;
const NEGATIVE =
  /^(?:neg(?:ative)?(?:[ _-]?(?:control|ctrl))?|mock|untransformed|empty[ _-]?(?:vector|plasmid)|ntc)$/i;

/** Returns the control that a sample is named after, such as `WT 2`, `blank` or `empty vector`; null for other names. */
export function controlOf(name: string): Control | null {
  const text = name.trim();
  if (text === "" || text.length > MAX_CHARACTERS) return null;
  for (const words of [text, text.replace(REPLICATE, "")]) {
    if (/^[a-z]/i.test(words) && isWildType(words)) return "WILD_TYPE";
    if (BLANK.test(words)) return "BLANK";
    if (NEGATIVE.test(words)) return "NEGATIVE";
  }
  return null;
}

/** Tells whether a name is that of a control without protein: a blank or a negative control. */
export function isWithoutProtein(name: string): boolean {
  const control = controlOf(name);
  return control !== null && control !== "WILD_TYPE";
}

const SAMPLES =
  /^(?:sample|content|role|variant|clone|control|layout|construct|strain|name)s?(?:_?(?:name|id|type|role|label|map))?$|^well_?(?:type|role|content)$/i;

/** Tells whether a column has a name of columns that name samples. */
export function isSampleColumn(name: string): boolean {
  return SAMPLES.test(name.trim().replace(/[ -]+/g, "_"));
}
