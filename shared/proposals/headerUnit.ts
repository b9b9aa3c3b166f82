/** Length of the end of a header that may be a unit in brackets. */
const MAX_BRACKETS = 100;
const MAX_UNIT_LENGTH = 20;
const PREFIXES = ["", ..."pnuµμmkg"];
const WITH_PREFIX = "m mol g l s da v a w j hz u iu pa bp".split(" ");
const ALONE =
  "° °c °f °k º ºc ºf ºk k c cal kcal min h hr hrs d sec ms day days hour hours rpm å nm au au. a.u a.u. rfu rlu ru od ppm x fold % percent log log2 log10 count counts copies cells unit units";
/** Units of protein measurements, in lower case. */
const UNITS = new Set([
  ...PREFIXES.flatMap((prefix) => WITH_PREFIX.map((unit) => prefix + unit)),
  ...ALONE.split(" "),
]);
const WITH_WAVELENGTH = /^od\d{3}$/;
const MAX_WORD_LENGTH = 7;
const DEGREES = /([°º])\s/g;
const RECIPROCAL = /^1\s*\/\s*/;
/** Power of ten before a unit, such as in `10^3 s-1`, `x10⁵ M` and `1e-9 M`. */
export const POWER =
  /^[x×*]?\s*(?:10\s*\^\s*\(?([-−]?\d{1,2})\)?|10(⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,2})|1e([-−+]?\d{1,2}))(?:\s*[·*x×⋅]\s*|\s+)/i;
/** Text in brackets at the end of a header, with brackets inside it. */
export const IN_BRACKETS = /[([]((?:[^()[\]]|\([^()[\]]{0,40}\)){1,60})[)\]]\s*$/;
const INNER_BRACKETS = /[()]/g;
/** Text that may follow a unit: an exponent, or product and quotient signs. */
const BEHIND_UNIT = /[-−^]?[\d¹²³⁻-]*[\s·*/⋅]*/y;

/** Returns the unit in brackets at the end of a header, such as `°C` in `Tm (°C)`; null if there is none. */
export function unitOf(header: string): string | null {
  const brackets = IN_BRACKETS.exec(header.slice(-MAX_BRACKETS));
  const unit = brackets?.[1]?.trim() ?? "";
  if (brackets === null || header.slice(0, header.length - brackets[0].length).trim() === "") return null;
  return unit.length <= MAX_UNIT_LENGTH && isUnit(unit) ? unit : null;
}

/**
 * Returns whether a string consists of units. Each position is examined once: a regular expression would take exponential
 * time, because `mm…` can be read in many ways.
 */
export function isUnit(unit: string): boolean {
  const text = unit
    .toLowerCase()
    .replace(POWER, "")
    .replace(RECIPROCAL, "")
    .replace(INNER_BRACKETS, "")
    .replace(DEGREES, "$1");
  const reached = new Set([0]);
  for (const start of reached) {
    for (let end = start + 1; end <= Math.min(text.length, start + MAX_WORD_LENGTH); end++) {
      const word = text.slice(start, end);
      if (!UNITS.has(word) && !WITH_WAVELENGTH.test(word)) continue;
      BEHIND_UNIT.lastIndex = end;
      BEHIND_UNIT.test(text);
      // Iterating over a Set includes values added during the iteration.
      reached.add(BEHIND_UNIT.lastIndex);
    }
  }
  return text !== "" && reached.has(text.length);
}
