import type { CellNotation } from "@pdp/basics/columns";
import type { DecimalSign } from "@pdp/formats/options";

/** Number between other signs, such as those of a limit, an error or a percentage. */
const CORE = /[+-]?[\d.,][\d.,'’\u00a0\u2009\u202f ]*/g;
const MAX_CELL = 100;
/** Maximum share of cells that may contradict the others and count as typos. */
const MAX_MISTAKEN_SHARE = 0.2;

interface Sign {
  thousands: CellNotation;
  decimal: CellNotation;
  /** Definitely a thousands separator: it occurs twice, or before the other sign. */
  isThousands: RegExp;
  /** Either a thousands separator, or a decimal separator before three decimals. */
  isEither: RegExp;
  isDecimal: RegExp;
}

const COMMA: Sign = {
  thousands: "THOUSANDS_COMMA",
  decimal: "DECIMAL_COMMA",
  isThousands: /^[+-]?[1-9]\d{0,2}(?:(?:,\d{3}){2,}|(?:,\d{3})+\.\d*)$/,
  isEither: /^[+-]?[1-9]\d{0,2},\d{3}$/,
  isDecimal: /^[+-]?\d*,\d*$/,
};
const POINT: Sign = {
  thousands: "THOUSANDS_POINT",
  decimal: "DECIMAL_POINT",
  isThousands: /^[+-]?[1-9]\d{0,2}(?:(?:\.\d{3}){2,}|(?:\.\d{3})+,\d*)$/,
  isEither: /^[+-]?[1-9]\d{0,2}\.\d{3}$/,
  isDecimal: /^[+-]?\d*\.\d*$/,
};
const SPACED = /^[+-]?\d{1,3}(?:['’\u00a0\u2009\u202f ]\d{3})+(?:[.,]\d*)?$/;

export interface Separators {
  notations: CellNotation[];
  /** Alternatives that no value rules out, as with 1,234; empty if there are none. */
  undecided: CellNotation[];
}

/**
 * Determines the meaning of commas, points and spaces in a column's numbers. `decimal` is the table's decimal separator, and
 * `isCertain` means that other columns use it as the decimal separator, or that the column contains counts.
 */
export function separatorsOf(cells: readonly string[], decimal: DecimalSign, isCertain: boolean): Separators {
  const cores = cells
    .flatMap((cell) =>
      cell.length > MAX_CELL
        ? []
        : (cell.match(CORE) ?? []).map((core) => core.trim().replace(/[ ,.]+$/, "")),
    )
    .filter((core) => /\d/.test(core));
  // The sign that is not the table's decimal separator.
  const sign = decimal === "." ? COMMA : POINT;
  const expected = decimal === "." ? POINT : COMMA;
  const count = (pattern: RegExp) => cores.filter((core) => pattern.test(core)).length;
  const either = count(sign.isEither);
  const thousands = count(sign.isThousands);
  const decimals = count(sign.isDecimal) - either;
  const notations: CellNotation[] = [];
  if (cores.some((core) => SPACED.test(core))) notations.push("THOUSANDS_SPACE");
  // For example, 1.234,5 in a table that otherwise uses decimal points; one such cell among others is a typo.
  const ownThousands = count(expected.isThousands);
  if (ownThousands > 0 && ownThousands + decimals >= count(expected.isDecimal))
    return { notations: [...notations, expected.thousands, sign.decimal], undecided: [] };
  if (thousands + decimals + either === 0) return { notations, undecided: [] };
  const isPlainBeside = cores.some(
    (core) => /^[+-]?[1-9]\d{0,2}$/.test(core) || expected.isDecimal.test(core),
  );
  const isThousands = thousands > decimals || decimals === 0;
  // A few cells are not enough to decide the meaning of many ambiguous cells, or to override others.
  const isContradicted = Math.min(thousands, decimals) > MAX_MISTAKEN_SHARE * Math.max(thousands, decimals);
  const isDecided = isThousands
    ? (thousands > 0 && thousands >= either) || isPlainBeside || isCertain
    : decimals >= either;
  if (isContradicted || !isDecided) return { notations, undecided: [sign.thousands, sign.decimal] };
  notations.push(isThousands ? sign.thousands : sign.decimal);
  return { notations, undecided: [] };
}
