/**
 * Tells whether a line has the name of a plate in its first two cells and its settings in the others, as SoftMax Pro writes
 * it.
 */
export function isPlateLine(cells: readonly string[]): boolean {
  return cells[0]?.trim() === "Plate:" && (cells[1]?.trim() ?? "") !== "";
}

/** Returns the words of such a line that name the plate, in the form of a title. */
export function plateNameOf(cells: readonly string[]): string {
  const name = cells[1]?.trim() ?? "";
  return /plate/i.test(name) ? name : `Plate: ${name}`;
}

/** Counts the settings of a plate after its name; lines without such a name have none. */
export function countSettings(cells: readonly string[]): number {
  return isPlateLine(cells) ? cells.slice(2).filter((cell) => cell.trim() !== "").length : 0;
}
