/** SQL text, divided at the semicolons that end statements. */
export interface Statements {
  /** Complete statements, without their semicolons. */
  complete: string[];
  /** Text of a statement that has no semicolon yet. */
  rest: string;
}

/** Text that contains no end of a statement: a quoted text or name, a comment, or other characters. */
const PART = /'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|[^;'"]/y;

const COMMENT = /--[^\n]*|\/\*[\s\S]*?\*\//g;

/** Divides SQL text into statements. Semicolons in quotes and comments end none. */
export function splitStatements(text: string): Statements {
  const complete: string[] = [];
  let start = 0;
  let at = 0;
  while (at < text.length) {
    PART.lastIndex = at;
    if (PART.test(text)) at = PART.lastIndex;
    else {
      const statement = text.slice(start, at).trim();
      if (statement !== "") complete.push(statement);
      at += 1;
      start = at;
    }
  }
  const rest = text.slice(start);
  return { complete, rest: rest.replace(COMMENT, "").trim() === "" ? "" : rest };
}
