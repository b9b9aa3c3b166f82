/** Splits a string into lines of at most `width` characters, at spaces if possible, for plot titles. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = [];
  let line: string[] = [];
  for (const word of text.split(/\s+/).flatMap((part) => splitCharacters([...part], width))) {
    if (line.length > 0 && line.length + 1 + word.length > width) {
      lines.push(line.join(""));
      line = [];
    }
    line.push(...(line.length > 0 ? [" "] : []), ...word);
  }
  if (line.length > 0 || lines.length === 0) lines.push(line.join(""));
  return lines;
}

/** Truncates a string to at most `maxLength` characters, for labels that share a line with others. */
export function cutText(text: string, maxLength: number): string {
  const characters = [...text];
  return characters.length <= maxLength ? text : `${characters.slice(0, maxLength - 1).join("")}…`;
}

function splitCharacters(characters: string[], width: number): string[][] {
  const pieces: string[][] = [];
  for (let start = 0; start < characters.length; start += width) {
    pieces.push(characters.slice(start, start + width));
  }
  return pieces;
}
