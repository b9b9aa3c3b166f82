export { ageWords } from "../wording/ageWords.ts";
export { editDistance } from "../wording/editDistance.ts";
export {
  ABSENT,
  formatColumn,
  formatFixed,
  formatInteger,
  formatNumber,
  formatPValue,
  formatShare,
  pValueText,
} from "../wording/formatNumber.ts";
export { guardFormula, unguardFormula } from "../wording/formulaGuard.ts";
export {
  cut,
  type LeftOut,
  mergeProblems,
  type Problem,
  ProblemCollector,
  type ProblemGroup,
  type Problems,
  problemsOf,
} from "../wording/problem.ts";
export { escapeControls, problemSentence, sentences } from "../wording/problemSentences.ts";
export { problemTable } from "../wording/problemTable.ts";
export { formatCount, joinNames, listNames, pluralOf, shorten } from "../wording/wording.ts";
export { cutText, wrapText } from "../wording/wrapText.ts";
