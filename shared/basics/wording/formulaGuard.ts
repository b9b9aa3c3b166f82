/** First characters that make spreadsheets interpret the text of a cell as a formula. */
const FORMULA = /^[=+\-@＝＋－＠]/;
const GUARDED = /^'(?=[=+\-@＝＋－＠])/;

/** Prepends an apostrophe to a text that a spreadsheet would interpret as a formula. */
export function guardFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** Removes the apostrophe that `guardFormula` prepended. */
export function unguardFormula(text: string): string {
  return text.replace(GUARDED, "");
}
