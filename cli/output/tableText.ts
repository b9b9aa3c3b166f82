import { styleText } from "node:util";

const MAX_WIDTH = 60;
const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/** Writes rows as a human-readable table: aligned columns, numbers right-aligned, long strings truncated. */
export function tableText(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map(shownCell));
  const widths = titles.map((title, index) =>
    cells.reduce((width, row) => Math.max(width, row[index]?.length ?? 0), title.length),
  );
  const isNumber = titles.map((_, index) =>
    cells.every((row) => row[index] === "" || NUMBER.test(row[index] ?? "")),
  );
  const line = (texts: readonly string[]): string =>
    texts
      .map((text, index) => {
        const width = widths[index] ?? 0;
        return isNumber[index] && cells.length > 0 ? text.padStart(width) : text.padEnd(width);
      })
      .join("  ")
      .trimEnd();
  return [styleText("bold", line(titles)), ...cells.map(line)].map((text) => `${text}\n`).join("");
}

function shownCell(text: string): string {
  const plain = text.replace(/\p{Cc}/gu, " ");
  return plain.length > MAX_WIDTH ? `${plain.slice(0, MAX_WIDTH - 1)}…` : plain;
}
