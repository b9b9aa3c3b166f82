const NARROW = new Set("iljtfrI.,:;'|!()[]/ −-");
const WIDE = new Set("mwMW%@—…");

/**
 * Estimates the width of a string in a common sans-serif font, in units of the font size. Errs on the high side, because extra
 * room next to a label does no harm.
 */
export function textWidth(text: string, size: number, bold = false): number {
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width * size * (bold ? 1.1 : 1);
}

function characterWidth(character: string): number {
  if (character > "⺀") return 1.05;
  if (NARROW.has(character)) return 0.38;
  if (WIDE.has(character)) return 0.95;
  return character >= "A" && character <= "Z" ? 0.74 : 0.62;
}
