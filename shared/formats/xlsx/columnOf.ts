/** Returns the column index of a reference such as `AB12`, counted from 0; -1 if there is none. */
export function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < reference.length && at < 4; at++) {
    const letter = reference.charCodeAt(at) & 0xdf;
    if (letter < 0x41 || letter > 0x5a) break;
    column = 26 * column + letter - 0x40;
  }
  return column - 1;
}
