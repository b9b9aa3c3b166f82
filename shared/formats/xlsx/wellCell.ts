import { cellText } from "./cellText.ts";
import { FormattedNumber, type XlsxValue } from "./xlsxValue.ts";

/**
 * Returns the text of a plate cell. Numbers keep their stored digits rather than the digits shown, except that leading zeros
 * of integers are kept, as in the name `007`.
 */
export function wellCell(value: XlsxValue): string {
  if (value instanceof FormattedNumber && value.format.kind === "fixed") {
    const { isPercent, decimals } = value.format;
    if (isPercent || decimals > 0) return String(value.value);
  }
  return cellText(value) ?? "";
}
