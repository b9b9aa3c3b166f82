/** Characters that may surround a non-text value. */
const SPACE = " \t\n\v\f\r";

/** Removes the space around a value. */
export function trimText(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && SPACE.includes(text.charAt(start))) start++;
  while (end > start && SPACE.includes(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

/** Returns SQL that is equivalent to `trimText`. */
export function trimTextSql(text: string): string {
  return `trim(${text}, ${[...SPACE].map((space) => `chr(${space.charCodeAt(0)})`).join(" || ")})`;
}
