/**
 * Tells whether a line has the name of a plate in its first two cells and its settings in the others, as written by SoftMax
 * Pro.
 */
export function isPlateLine(cells: readonly string[]): boolean {
  return cells[0]?.trim() === "Plate:" && (cells[1]?.trim() ?? "") !== "";
}

/** Returns the words in a line that name a plate, formatted as a title. */
export function plateNameOf(cells: readonly string[]): string {
  const name = cells[1]?.trim() ?? "";
  return /plate/i.test(name) ? name : `Plate: ${name}`;
}

/** Counts the settings after a plate's name; 0 for lines without a plate name. */
export function countSettings(cells: readonly string[]): number {
  return isPlateLine(cells) ? cells.slice(2).filter((cell) => cell.trim() !== "").length : 0;
}
