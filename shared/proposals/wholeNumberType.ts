/**
 * Returns the type of an integer column. Measurements are FLOAT64 even if the first values are integers, because the type of a
 * column never changes, and the next plate may contain 95.5. Ids and counts are INT64.
 *
 * 1. Numbers that FLOAT64 cannot represent exactly are INT64.
 * 2. Otherwise, the name decides: a unit or a word for a measurement means FLOAT64; a word for an id, a position or a count
 *    means INT64. The last of these words counts: `inhibition_plate` is a plate, and `plate_inhibition` an inhibition. `per`
 *    makes it a rate; a leading `n` or `number` makes it a count.
 * 3. For any other name, the values decide: consecutive numbers (1, 2, 3, …) and flags (only 0 and 1) are INT64, all others
 *    FLOAT64.
 */
export function wholeNumberType(
  name: string,
  unit: string | null,
  cells: readonly (string | null)[],
): "INT64" | "FLOAT64" {
  const values = cells.flatMap((cell) => (cell === null || !WHOLE.test(cell.trim()) ? [] : Number(cell)));
  if (values.some((value) => !Number.isSafeInteger(value))) return "INT64";
  if (unit !== null && !COUNTED_UNIT.test(unit)) return "FLOAT64";
  return typeByName(name) ?? (isRunning(values) || areMarks(values) ? "INT64" : "FLOAT64");
}

const WHOLE = /^[+-]?\d+$/;
const COUNTED_UNIT = /^(?:counts?|copies|cells|bp|units?)$/i;
const MIN_RUNNING = 2;
/** Words for ids, positions and counts, in the singular. */
const COUNTED = new Set(
  (
    "id identifier no nr num number index idx key code barcode accession taxid lot serial order rank " +
    "plate well row col column position pos site residue start end line lane chain " +
    "replicate rep repeat run batch round cycle generation passage cluster group sample clone library " +
    "variant mutant construct protein name entry record compound experiment " +
    "year month week day hour minute count n read copy mutation substitution insertion deletion length size seed version"
  ).split(" "),
);
/** Words for protein measurements that are often integers. */
const MEASURED = new Set(
  (
    "activity inhibition yield titer titre concentration conc dose temperature temp tm score fitness effect signal intensity " +
    "fluorescence absorbance luminescence rfu rlu mfi od value mean median sd sem error ratio percent pct rate response " +
    "affinity stability expression selectivity potency kd ki km kcat ic50 ec50 ph time volume mass weight celsius"
  ).split(" "),
);
const MARKS_IN_FRONT = new Set(["is", "has"]);
const COUNTS_IN_FRONT = new Set(["n", "num", "nr", "no", "number", "count"]);

/** Reads the words of a name from last to first; a number belongs to the word before it, as in `rep_1`. */
function typeByName(name: string): "INT64" | "FLOAT64" | undefined {
  const words = name
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .replace(/_+(?=\d)/g, "")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
  if (words.includes("per")) return "FLOAT64";
  if (COUNTS_IN_FRONT.has(words[0] ?? "") || MARKS_IN_FRONT.has(words[0] ?? "")) return "INT64";
  for (const word of words.toReversed()) {
    if (isAmong(MEASURED, word.replace(/\d+$/, "")) || MEASURED.has(word)) return "FLOAT64";
    // `rep1` and `plate2` contain what was measured in that replicate or on that plate.
    if (isAmong(COUNTED, word)) return "INT64";
  }
  return undefined;
}

function isAmong(words: ReadonlySet<string>, word: string): boolean {
  return [word, word.replace(/s$/, ""), word.replace(/ies$/, "y")].some((form) => words.has(form));
}

/** Tells whether numbers count the rows: each is one greater than the previous one. */
function isRunning(values: readonly number[]): boolean {
  return (
    values.length >= MIN_RUNNING &&
    values.every((value, index) => index === 0 || value === (values[index - 1] as number) + 1)
  );
}

/** Returns whether numbers are flags, that is, only 0 and 1. */
function areMarks(values: readonly number[]): boolean {
  return values.every((value) => value === 0 || value === 1) && new Set(values).size > 1;
}
