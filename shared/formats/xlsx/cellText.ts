import { shownText } from "./numberFormat.ts";
import { FormattedNumber, isEmpty, TimeOfDay, UnstoredFormula, type XlsxValue } from "./xlsxValue.ts";

/** Returns the text of a cell as it would appear in a CSV file; null if the cell is empty. */
export function cellText(value: XlsxValue): string | null {
  if (isEmpty(value) || value === null || value instanceof UnstoredFormula) return null;
  if (value instanceof FormattedNumber) {
    const shown = shownText(value.value, value.format);
    return shown.isExact ? shown.text : String(value.value);
  }
  if (value instanceof TimeOfDay) return value.toString();
  if (value instanceof Date) {
    return Number.isNaN(value.getTime()) ? null : value.toISOString().replace("T00:00:00.000Z", "");
  }
  return String(value);
}
