/**
 * Joins the names in several header rows, such as `Activity` above `rep1` to `Activity rep1`. An empty name in any row except
 * the last one repeats the name to its left, as below a merged cell.
 */
export function joinHeaders(rows: readonly (readonly string[])[]): string[] {
  const width = Math.max(0, ...rows.map((row) => row.length));
  const last = rows.length - 1;
  const filled = rows.map((row, index) => (index === last ? row : fillRight(row, rows[last] ?? [])));
  return Array.from({ length: width }, (_, column) => {
    const names = filled.map((row) => nameIn(row, column)).filter((name) => name !== "");
    return names.filter((name, index) => name !== names[index - 1]).join(" ");
  });
}

/** Repeats names to the right, but only above other names. */
function fillRight(row: readonly string[], below: readonly string[]): string[] {
  let name = "";
  return Array.from({ length: Math.max(row.length, below.length) }, (_, column) => {
    const cellName = nameIn(row, column);
    if (cellName !== "") name = cellName;
    return cellName !== "" || (below[column]?.trim() ?? "") !== "" ? name : "";
  });
}

/** Tells whether a cell has no name; a Python library writes `Unnamed: 3` instead. */
export function isNoName(cell: string): boolean {
  return /^(?:Unnamed: \d+(?:_level_\d+)?)?$/.test(cell.trim());
}

function nameIn(row: readonly string[], column: number): string {
  const name = row[column]?.trim() ?? "";
  return isNoName(name) ? "" : name;
}
