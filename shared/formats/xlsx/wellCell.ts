import { cellText } from "./cellText.ts";
import { FormattedNumber, type XlsxValue } from "./xlsxValue.ts";

/**
 * Returns the text of a cell of a plate. Numbers have their stored digits, not the shown ones, but leading zeros of whole
 * numbers are kept, as in the name `007`.
 */
export function wellCell(value: XlsxValue): string {
  if (value instanceof FormattedNumber && value.format.kind === "fixed") {
    const { isPercent, decimals } = value.format;
    if (isPercent || decimals > 0) return String(value.value);
  }
  return cellText(value) ?? "";
}
