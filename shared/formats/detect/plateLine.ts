/** Tells whether a line names a plate in its first two cells and has its settings in others, as SoftMax Pro writes it. */
export function isPlateLine(cells: readonly string[]): boolean {
  return cells[0]?.trim() === "Plate:" && (cells[1]?.trim() ?? "") !== "";
}

/** Returns the words that name a plate as titles do. */
export function namedPlate(name: string): string {
  return /plate/i.test(name) ? name : `Plate: ${name}`;
}
