export { boundedArray, boundedRecord } from "../schemas/boundedFields.ts";
export { type BrokenRule, brokenRules } from "../schemas/brokenRules.ts";
export { forbidden, given, givenTogether, noneGiven } from "../schemas/forbidden.ts";
export { oneOrMore } from "../schemas/oneOrMore.ts";
export {
  absentOrNull,
  Description,
  internal,
  optional,
  ShownText,
  takesEmptyText,
  text,
  textOrNone,
} from "../schemas/textFields.ts";
