import { joinNames, shorten } from "@pdp/basics/wording";

const MAX_NAMED = 4;
const MAX_NAME_LENGTH = 60;

/**
 * Warns about predictions that the training found unsuitable for choosing variants; `names` are those of the assays. Null if
 * there are none. Reports, tables, pages and files use the same words.
 */
export function predictionWarning(names: readonly string[]): string | null {
  if (names.length === 0) return null;
  const shown = joinNames(
    names.map((name) => shorten(name, MAX_NAME_LENGTH)),
    MAX_NAMED,
  );
  return `Do not choose variants by the predictions of ${shown}: the training found it unlikely that they help.`;
}
